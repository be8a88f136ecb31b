#include "engine/fs/container.h"

#include <cassert>
#include <chrono>
#include <iterator>

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
Status Container::Create(const std::string& stem, const ContainerOptions& options, FileCache* files,
                         std::unique_ptr<Container>* container) {
  auto made = std::make_unique<Container>(stem, options, files);
  if (Status status = WritableFile::Open(MetadataPath(stem), OpenMode::kCreate, &made->metadata_); !status.ok()) {
    return status;
  }
  if (Status status = WritableFile::Open(DataPath(stem), OpenMode::kCreate, &made->data_); !status.ok()) return status;
  if (Status status = made->AppendRecords(MetadataHeader()); !status.ok()) return status;
  if (options.durability == Durability::kPowerFailure) {
    if (Status status = SyncDirectory(stem.substr(0, stem.rfind('/'))); !status.ok()) return status;
  }
  *container = std::move(made);
  return Status::Ok();
}

void Container::Resume(const ContainerState& state) {
  const std::lock_guard guard(mutex_);
  state_ = state;
}

Status Container::CheckWritable() const {
  if (options_.access == Access::kReadOnly) return Status::IllegalState(stem_ + " was opened for reading only");
  if (broken_) return Status::IllegalState(stem_ + " takes no more changes after an error; open the store again");
  return Status::Ok();
}

Status Container::OpenForAppend() {
  if (metadata_ == nullptr) {
    if (Status status = WritableFile::Open(MetadataPath(stem_), OpenMode::kAppend, &metadata_); !status.ok()) {
      return status;
    }
  }
  return data_ != nullptr ? Status::Ok() : WritableFile::Open(DataPath(stem_), OpenMode::kAppend, &data_);
}

void Container::CloseIfFull() {
  if (!broken_ && state_.Room(options_) > 0) return;
  metadata_.reset();
  data_.reset();
}

Status Container::Append(std::span<const NewBlock> blocks, std::vector<BlockRef>* created) {
  const std::lock_guard guard(mutex_);
  if (Status status = CheckWritable(); !status.ok()) return status;
  Status status = OpenForAppend();
  if (status.ok()) status = AppendBlocks(blocks, created);
  broken_ = !status.ok();
  CloseIfFull();
  return status;
}

Status Container::AppendBlocks(std::span<const NewBlock> blocks, std::vector<BlockRef>* created) {
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
  if (options_.durability == Durability::kPowerFailure) {
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
  Status status = OpenForAppend();
  if (status.ok()) status = AppendRecords(records);
  broken_ = !status.ok();
  CloseIfFull();
  if (!status.ok()) return status;
  for (const BlockRef& block : blocks) block->MarkDeleted();
  return Status::Ok();
}

Status Container::AppendRecords(const std::string& records) {
  if (Status status = metadata_->Append(records); !status.ok()) return status;
  state_.metadata_bytes += static_cast<std::int64_t>(records.size());
  return options_.durability == Durability::kPowerFailure ? metadata_->Sync() : Status::Ok();
}

Status Container::Read(const LogBlock& block, std::int64_t offset, std::size_t size, char* scratch,
                       Slice* bytes) const {
  assert(offset >= 0 && offset + static_cast<std::int64_t>(size) <= block.length());
  std::shared_ptr<const RandomAccessFile> file;
  if (Status status = files_->Open(DataPath(stem_), &file); !status.ok()) return status;
  Status status = file->Read(static_cast<std::uint64_t>(block.offset() + offset), size, scratch, bytes);
  if (status.ok() && bytes->size() < size) {
    status = Status::Corruption(file->path() + ": ends within block " + std::to_string(block.id().value));
  }
  return status;
}

void Container::PunchHole(std::int64_t offset, std::int64_t length) const {
  if (length == 0) return;
  // A failure costs disk space, which the next opening of a full container notices and punches again.
  std::unique_ptr<WritableFile> file;
  if (!WritableFile::Open(DataPath(stem_), OpenMode::kAppend, &file).ok()) return;
  (void)file->PunchHole(static_cast<std::uint64_t>(offset), static_cast<std::uint64_t>(RoundUpToAlignment(length)));
}

std::int64_t Container::Room() const {
  const std::lock_guard guard(mutex_);
  return broken_ ? 0 : state_.Room(options_);
}

}  // namespace engine
