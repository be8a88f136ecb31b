// A pair of files that holds many blocks: `STEM.data` with their bytes, each block at the start of a file-system block,
// and `STEM.metadata` with a record for each creation and deletion. Both only grow; deleted blocks become holes.
//
// A block exists once its creation record is in the metadata file, and its bytes are written before that. So a crash at
// any point loses at most blocks that nobody was told of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/file_cache.h"
#include "engine/fs/block_map.h"
#include "engine/fs/block_record.h"
#include "engine/fs/log_block.h"

namespace engine {

inline constexpr std::int64_t kBlockAlignment = 4096;  // the block size of the file systems that Linux servers use

inline constexpr std::int64_t RoundUpToAlignment(std::int64_t offset) {
  return (offset + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

enum class Access { kReadWrite, kReadOnly };

enum class Durability {
  kProcessCrash,  // what was acknowledged survives the end of this process
  kPowerFailure,  // ... and that of the machine: files are synced before a call returns
};

struct ContainerOptions {
  Access access = Access::kReadWrite;
  Durability durability = Durability::kProcessCrash;
  // When it takes no more blocks; both at least 1. The defaults are the source's.
  std::int64_t most_bytes = std::int64_t{10} << 30;
  std::int64_t most_blocks = std::int64_t{1} << 40;
};

struct NewBlock {
  BlockId id;
  Slice contents;
};

// What replay (container_replay.h) finds in the files; where the container goes on from.
struct ContainerState {
  std::int64_t next_offset = 0;     // where the next block will begin
  std::int64_t created_count = 0;   // creation records in the metadata file
  std::int64_t metadata_bytes = 0;  // its length, without a torn end

  // How many more blocks it takes; 0 when it is full. The last ones may reach beyond most_bytes.
  [[nodiscard]] std::int64_t Room(const ContainerOptions& options) const {
    return next_offset >= options.most_bytes ? 0 : std::max<std::int64_t>(0, options.most_blocks - created_count);
  }
};

// Append, Delete, Read and PunchHole may be called by any threads. Files are open for writing only from an Append until
// the container is full, and for reading as long as the cache keeps them, so that thousands of containers do not need
// thousands of descriptors.
class Container {
 public:
  static std::string MetadataPath(const std::string& stem) { return stem + ".metadata"; }
  static std::string DataPath(const std::string& stem) { return stem + ".data"; }

  // Makes both files. `stem` is directory and name; `files` outlives the container.
  static Status Create(const std::string& stem, const ContainerOptions& options, FileCache* files,
                       std::unique_ptr<Container>* container);

  // Of files that exist already. Resume() says what they hold, before anything is appended.
  Container(std::string stem, const ContainerOptions& options, FileCache* files)
      : stem_(std::move(stem)), options_(options), files_(files) {}
  void Resume(const ContainerState& state);

  // All of them or none. After an error nothing more can be appended until the store is opened again: what the files
  // hold then is for recovery to find out.
  Status Append(std::span<const NewBlock> blocks, std::vector<BlockRef>* created);
  // Records the deletions and marks the blocks; each one's space is given back when its last reader is gone.
  Status Delete(std::span<const BlockRef> blocks);
  // Requires: the range lies within the block.
  Status Read(const LogBlock& block, std::int64_t offset, std::size_t size, char* scratch, Slice* bytes) const;
  void PunchHole(std::int64_t offset, std::int64_t length) const;

  [[nodiscard]] std::int64_t Room() const;  // as ContainerState's; also 0 after an error
  [[nodiscard]] const std::string& stem() const { return stem_; }

 private:
  Status OpenForAppend();
  void CloseIfFull();
  Status AppendBlocks(std::span<const NewBlock> blocks, std::vector<BlockRef>* created);
  Status AppendRecords(const std::string& records);
  [[nodiscard]] Status CheckWritable() const;

  const std::string stem_;
  const ContainerOptions options_;
  FileCache* const files_;

  mutable std::mutex mutex_;  // guards what follows, and the order of writes
  ContainerState state_;
  bool broken_ = false;
  std::unique_ptr<WritableFile> metadata_;  // both null unless appended to
  std::unique_ptr<WritableFile> data_;
};

// The time a record carries.
std::uint64_t NowMicroseconds();

}  // namespace engine
