#include "engine/fs/metadata_compaction.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace engine {

Status CompactMetadata(const std::string& stem, std::vector<BlockRecord> creations, ContainerState* state) {
  std::ranges::sort(creations, {}, [](const BlockRecord& record) {
    return std::tuple(record.timestamp_us, record.offset, record.id);
  });
  std::string contents = MetadataHeader();
  for (const BlockRecord& record : creations) AppendBlockRecord(record, &contents);

  std::unique_ptr<WritableFile> file;
  if (Status status = WritableFile::Open(CompactionPath(stem), OpenMode::kTruncate, &file); !status.ok()) return status;
  if (Status status = file->Append(contents); !status.ok()) return status;
  if (Status status = file->Sync(); !status.ok()) return status;
  if (Status status = file->Close(); !status.ok()) return status;
  if (Status status = RenameFile(CompactionPath(stem), Container::MetadataPath(stem)); !status.ok()) return status;
  state->created_count = static_cast<std::int64_t>(creations.size());
  state->metadata_bytes = static_cast<std::int64_t>(contents.size());
  return SyncDirectory(stem.substr(0, stem.rfind('/')));
}

}  // namespace engine
