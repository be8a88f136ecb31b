#include "engine/fs/container_recovery.h"

#include <utility>

#include "engine/fs/metadata_compaction.h"

namespace engine {
namespace {

constexpr std::int64_t kMissing = -1;
constexpr std::int64_t kAnyLength = std::int64_t{1} << 62;  // no block lies beyond it; leaves room for rounding up

Status SizeOrMissing(const std::string& path, std::int64_t* size) {
  std::uint64_t bytes = 0;
  Status status = FileSize(path, &bytes);
  *size = status.ok() ? static_cast<std::int64_t>(bytes) : kMissing;
  return status.code() == Status::Code::kNotFound ? Status::Ok() : status;
}

Status RemoveIfThere(const std::string& path) {
  Status status = RemoveFile(path);
  return status.code() == Status::Code::kNotFound ? Status::Ok() : status;
}

// One container on its way from two files to an open Container.
class Recovery {
 public:
  Recovery(const std::string& stem, const RecoveryOptions& options, FileCache* files, RecoveredContainer* recovered,
           OpenReport* report)
      : stem_(stem), options_(options), files_(files), recovered_(*recovered), report_(*report) {}

  Status Run() {
    std::int64_t metadata_bytes = kMissing;
    if (Status status = SizeOrMissing(Container::MetadataPath(stem_), &metadata_bytes); !status.ok()) return status;
    if (Status status = SizeOrMissing(Container::DataPath(stem_), &data_bytes_); !status.ok()) return status;
    if (metadata_bytes == kMissing) return RecoverWithoutMetadata();
    if (data_bytes_ == kMissing) return RecoverWithoutData();
    return RecoverBoth();
  }

 private:
  Status RecoverWithoutMetadata() {
    if (data_bytes_ <= 0) return Remove(&report_.unfinished_containers);
    return Status::NotFound(Container::MetadataPath(stem_) + " is missing, but its data file holds " +
                            std::to_string(data_bytes_) + " bytes; restore it, or remove the data file");
  }

  Status RecoverWithoutData() {
    Status status = ReplayContainer(stem_, nullptr, kAnyLength, options_.replay, &recovered_.replayed);
    if (status.code() == Status::Code::kIncomplete) return Remove(&report_.unfinished_containers);
    if (!status.ok()) return status;
    if (recovered_.replayed.blocks.empty()) return Remove(&report_.unfinished_containers);
    return Status::NotFound(Container::DataPath(stem_) + " is missing, but " +
                            std::to_string(recovered_.replayed.blocks.size()) + " blocks should be in it");
  }

  Status RecoverBoth() {
    recovered_.container = std::make_unique<Container>(stem_, options_.container, files_);
    Status status =
        ReplayContainer(stem_, recovered_.container.get(), data_bytes_, options_.replay, &recovered_.replayed);
    if (status.code() == Status::Code::kIncomplete && data_bytes_ == 0) return Remove(&report_.unfinished_containers);
    if (!status.ok()) return status;
    return Repair();
  }

  Status Repair() {
    ReplayedContainer& replayed = recovered_.replayed;
    if (Status status = CutTornEnds(); !status.ok()) return status;
    if (replayed.state.Room(options_.container) == 0) {
      if (replayed.blocks.empty()) return Remove(&report_.dead_containers);
      if (Status status = CompactIfMostlyDead(); !status.ok()) return status;
      if (Status status = PunchIfTooLarge(); !status.ok()) return status;
    }
    ++report_.containers;
    report_.live_blocks += static_cast<std::int64_t>(replayed.blocks.size());
    report_.dead_blocks += static_cast<std::int64_t>(replayed.dead.size());
    recovered_.container->Resume(replayed.state);
    return Status::Ok();
  }

  Status CutTornEnds() {
    const ReplayedContainer& replayed = recovered_.replayed;
    if (replayed.torn_bytes > 0) {
      ++report_.torn_ends;
      if (Status status = Cut(Container::MetadataPath(stem_), replayed.state.metadata_bytes); !status.ok())
        return status;
    }
    // Bytes of blocks that never got their record.
    if (data_bytes_ <= replayed.state.next_offset) return Status::Ok();
    return Cut(Container::DataPath(stem_), replayed.state.next_offset);
  }

  Status Cut(const std::string& path, std::int64_t size) const {
    return MayChange() ? TruncateFile(path, static_cast<std::uint64_t>(size)) : Status::Ok();
  }

  Status CompactIfMostlyDead() {
    ReplayedContainer& replayed = recovered_.replayed;
    const double live_ratio =
        static_cast<double>(replayed.blocks.size()) / static_cast<double>(replayed.state.created_count);
    if (live_ratio > options_.live_ratio_to_compact) return Status::Ok();
    ++report_.compacted_containers;
    if (!MayChange()) return Status::Ok();
    std::vector<BlockRecord> creations;
    for (const auto& [id, record] : replayed.live_creations) creations.push_back(record);
    return CompactMetadata(stem_, std::move(creations), &replayed.state);
  }

  // A crash between a deletion's record and its hole leaves the space taken.
  Status PunchIfTooLarge() {
    std::uint64_t on_disk = 0;
    if (Status status = FileSizeOnDisk(Container::DataPath(stem_), &on_disk); !status.ok()) return status;
    const double wanted = static_cast<double>(recovered_.replayed.live_bytes) * options_.excess_space_ratio;
    if (static_cast<double>(on_disk) <= wanted) return Status::Ok();
    ++report_.punched_containers;
    if (!MayChange()) return Status::Ok();
    for (const BlockRecord& record : recovered_.replayed.dead) {
      recovered_.container->PunchHole(record.offset, record.length);
    }
    return Status::Ok();
  }

  Status Remove(std::int64_t* count) {
    ++*count;
    recovered_.replayed.blocks.clear();  // what else was replayed stays: ids that were used must not be used again
    recovered_.container.reset();
    if (!MayChange()) return Status::Ok();
    // The data file first: alone, the metadata file would still be understood, the data file would not.
    if (Status status = RemoveIfThere(Container::DataPath(stem_)); !status.ok()) return status;
    return RemoveIfThere(Container::MetadataPath(stem_));
  }

  [[nodiscard]] bool MayChange() const { return options_.container.access == Access::kReadWrite; }

  const std::string& stem_;
  const RecoveryOptions& options_;
  FileCache* const files_;
  RecoveredContainer& recovered_;
  OpenReport& report_;
  std::int64_t data_bytes_ = kMissing;
};

}  // namespace

Status RecoverContainer(const std::string& stem, const RecoveryOptions& options, FileCache* files,
                        RecoveredContainer* recovered, OpenReport* report) {
  return Recovery(stem, options, files, recovered, report).Run();
}

}  // namespace engine
