#include "engine/fs/container.h"

#include <cassert>
#include <chrono>

namespace engine {

LogBlock::~LogBlock() {
  if (deleted_.load(std::memory_order_relaxed)) container_->PunchHole(offset_, length_);
}

std::uint64_t NowMicroseconds() {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since_1970).count());
}

// The metadata file comes first: a lone one without records is an unfinished container that opening removes, whereas
// data without metadata would be a loss.
Status Container::Create(const std::string& stem, Durability durability, std::unique_ptr<Container>* container) {
  std::unique_ptr<Container> made(new Container(stem, durability));
  if (Status status = made->OpenForWriting(OpenMode::kCreate); !status.ok()) return status;
  if (Status status = RandomAccessFile::Open(DataPath(stem), &made->reader_); !status.ok()) return status;
  if (Status status = made->AppendRecords(MetadataHeader()); !status.ok()) return status;
  if (durability == Durability::kPowerFailure) {
    const std::string directory = stem.substr(0, stem.rfind('/'));
    if (Status status = SyncDirectory(directory); !status.ok()) return status;
  }
  *container = std::move(made);
  return Status::Ok();
}

Status Container::Open(const std::string& stem, Access access, Durability durability,
                       std::unique_ptr<Container>* container) {
  std::unique_ptr<Container> opened(new Container(stem, durability));
  if (Status status = RandomAccessFile::Open(DataPath(stem), &opened->reader_); !status.ok()) return status;
  if (access == Access::kReadWrite) {
    if (Status status = opened->OpenForWriting(OpenMode::kAppend); !status.ok()) return status;
  }
  *container = std::move(opened);
  return Status::Ok();
}

Status Container::OpenForWriting(OpenMode mode) {
  if (Status status = WritableFile::Open(MetadataPath(stem_), mode, &metadata_); !status.ok()) return status;
  return WritableFile::Open(DataPath(stem_), mode, &data_);
}

Status Container::Resume(const ContainerState& state) {
  const std::lock_guard guard(mutex_);
  state_ = state;
  // Bytes of blocks that never got their record.
  if (data_->size() > static_cast<std::uint64_t>(state.next_offset)) {
    if (Status status = data_->Truncate(static_cast<std::uint64_t>(state.next_offset)); !status.ok()) return status;
  }
  if (metadata_->size() == static_cast<std::uint64_t>(state.metadata_bytes)) return Status::Ok();
  // Compaction replaced the file by its name; the one that was open is gone.
  if (Status status = WritableFile::Open(MetadataPath(stem_), OpenMode::kAppend, &metadata_); !status.ok()) {
    return status;
  }
  return metadata_->Truncate(static_cast<std::uint64_t>(state.metadata_bytes));
}

Status Container::CheckWritable() const {
  if (data_ == nullptr) return Status::IllegalState(stem_ + " was opened for reading only");
  if (broken_) return Status::IllegalState(stem_ + " takes no more changes after an error; open the store again");
  return Status::Ok();
}

Status Container::Append(std::span<const NewBlock> blocks, std::vector<BlockRef>* created) {
  const std::lock_guard guard(mutex_);
  if (Status status = CheckWritable(); !status.ok()) return status;
  Status status = AppendLocked(blocks, created);
  broken_ = !status.ok();
  return status;
}

Status Container::AppendLocked(std::span<const NewBlock> blocks, std::vector<BlockRef>* created) {
  std::vector<BlockRef> appended;
  std::string records;
  std::int64_t offset = state_.next_offset;
  const std::uint64_t now = NowMicroseconds();
  for (const NewBlock& block : blocks) {
    const auto length = static_cast<std::int64_t>(block.contents.size());
    if (Status status = data_->WriteAt(static_cast<std::uint64_t>(offset), block.contents); !status.ok()) return status;
    AppendBlockRecord({BlockOperation::kCreate, block.id, now, offset, length}, &records);
    appended.push_back(MakeRef<LogBlock>(this, block.id, offset, length));
    offset = RoundUpToAlignment(offset + length);
  }
  if (durability_ == Durability::kPowerFailure) {
    if (Status status = data_->Sync(); !status.ok()) return status;
  }
  // One append for all records: Apache Kudu f579eaebd "[LBM] append CREATE/DELETE records in batch to metadata".
  if (Status status = AppendRecords(records); !status.ok()) return status;
  state_.next_offset = offset;
  state_.created_count += static_cast<std::int64_t>(blocks.size());
  std::move(appended.begin(), appended.end(), std::back_inserter(*created));
  return Status::Ok();
}

Status Container::Delete(std::span<const BlockRef> blocks) {
  std::string records;
  const std::uint64_t now = NowMicroseconds();
  for (const BlockRef& block : blocks) AppendBlockRecord({BlockOperation::kDelete, block->id(), now}, &records);
  const std::lock_guard guard(mutex_);
  if (Status status = CheckWritable(); !status.ok()) return status;
  if (Status status = AppendRecords(records); !status.ok()) {
    broken_ = true;
    return status;
  }
  for (const BlockRef& block : blocks) block->MarkDeleted();
  return Status::Ok();
}

Status Container::AppendRecords(const std::string& records) {
  if (Status status = metadata_->Append(records); !status.ok()) return status;
  state_.metadata_bytes += static_cast<std::int64_t>(records.size());
  return durability_ == Durability::kPowerFailure ? metadata_->Sync() : Status::Ok();
}

Status Container::Read(const LogBlock& block, std::int64_t offset, std::size_t size, char* scratch,
                       Slice* bytes) const {
  assert(offset >= 0 && offset + static_cast<std::int64_t>(size) <= block.length());
  Status status = reader_->Read(static_cast<std::uint64_t>(block.offset() + offset), size, scratch, bytes);
  if (status.ok() && bytes->size() < size) {
    status = Status::Corruption(reader_->path() + ": ends within block " + std::to_string(block.id().value));
  }
  return status;
}

void Container::PunchHole(std::int64_t offset, std::int64_t length) const {
  if (data_ == nullptr || length == 0) return;
  // A failure costs disk space, which the next opening notices and punches again.
  (void)data_->PunchHole(static_cast<std::uint64_t>(offset), static_cast<std::uint64_t>(RoundUpToAlignment(length)));
}

std::int64_t Container::Room(const ContainerLimits& limits) const {
  const std::lock_guard guard(mutex_);
  return broken_ ? 0 : state_.Room(limits);
}

}  // namespace engine
