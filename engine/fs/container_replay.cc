#include "engine/fs/container_replay.h"

#include <algorithm>
#include <memory>

namespace engine {
namespace {

Status Malformed(const BlockRecord& record, const std::string& why) {
  return Status::Corruption("malformed record of block " + std::to_string(record.id.value) + ": " + why);
}

Status MakeSource(const RandomAccessFile* file, Replay replay, std::unique_ptr<RecordSource>* source) {
  std::uint64_t size = 0;
  if (Status status = file->Size(&size); !status.ok()) return status;
  if (replay == Replay::kRecordByRecord) {
    *source = std::make_unique<FileRecordSource>(file, size);
    return Status::Ok();
  }
  std::string contents(size, '\0');
  Slice bytes;
  if (Status status = file->Read(0, size, contents.data(), &bytes); !status.ok()) return status;
  contents.resize(bytes.size());
  *source = std::make_unique<MemoryRecordSource>(std::move(contents));
  return Status::Ok();
}

Status ReplayRecords(RecordSource* source, RecordReplayer* replayer) {
  RecordReader reader(source);
  if (Status status = reader.ReadHeader(); !status.ok()) return status;
  ContainerState& state = replayer->result().state;
  while (!reader.at_end()) {
    BlockRecord record;
    const std::uint64_t begin = reader.offset();
    Status status = reader.Next(&record);
    if (status.code() == Status::Code::kIncomplete) break;
    if (!status.ok()) return status;
    if (status = replayer->Apply(record); !status.ok()) {
      return std::move(status).WithContext("at byte " + std::to_string(begin));
    }
  }
  state.metadata_bytes = static_cast<std::int64_t>(reader.offset());
  replayer->result().torn_bytes = static_cast<std::int64_t>(source->size() - reader.offset());
  return Status::Ok();
}

}  // namespace

Status RecordReplayer::Apply(const BlockRecord& record) {
  if (record.id.is_null()) return Malformed(record, "the id is null");
  result_.highest_id = std::max(result_.highest_id, record.id);
  return record.operation == BlockOperation::kCreate ? ApplyCreation(record) : ApplyDeletion(record);
}

Status RecordReplayer::ApplyCreation(const BlockRecord& record) {
  if (record.offset < 0 || record.length < 0) return Malformed(record, "its offset or length is negative");
  if (record.offset > data_bytes_ || record.length > data_bytes_ - record.offset) {
    return Malformed(record, "it lies beyond the end of the data file");
  }
  if (record.offset % kBlockAlignment != 0) return Malformed(record, "it does not begin at a file-system block");
  if (!result_.blocks.try_emplace(record.id, MakeRef<LogBlock>(container_, record.id, record.offset, record.length))
           .second) {
    return Malformed(record, "it was created already");
  }
  result_.live_creations.emplace(record.id, record);
  ++result_.state.created_count;
  const std::int64_t end = RoundUpToAlignment(record.offset + record.length);
  result_.state.next_offset = std::max(result_.state.next_offset, end);
  result_.live_bytes += end - record.offset;
  return Status::Ok();
}

Status RecordReplayer::ApplyDeletion(const BlockRecord& record) {
  const auto creation = result_.live_creations.extract(record.id);
  if (creation.empty()) return Malformed(record, "it is deleted, but was not there");
  result_.blocks.erase(record.id);
  result_.live_bytes -=
      RoundUpToAlignment(creation.mapped().offset + creation.mapped().length) - creation.mapped().offset;
  result_.dead.push_back(creation.mapped());
  return Status::Ok();
}

Status ReplayContainer(const std::string& stem, Container* container, std::int64_t data_bytes, Replay replay,
                       ReplayedContainer* replayed) {
  const std::string path = Container::MetadataPath(stem);
  std::unique_ptr<RandomAccessFile> file;
  if (Status status = RandomAccessFile::Open(path, &file); !status.ok()) return status;
  std::unique_ptr<RecordSource> source;
  if (Status status = MakeSource(file.get(), replay, &source); !status.ok()) return status;
  RecordReplayer replayer(container, data_bytes);
  if (Status status = ReplayRecords(source.get(), &replayer); !status.ok()) {
    return std::move(status).WithContext(path);
  }
  *replayed = std::move(replayer.result());
  return Status::Ok();
}

}  // namespace engine
