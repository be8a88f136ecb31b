// Keeps immutable blocks of bytes in containers (container.h) spread over directories, and knows where each one is. The
// log block manager of the source: opening it replays every container's records and fills the block map, which is what
// a server does before it can do anything else.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/base/file_cache.h"
#include "engine/base/memory_tracker.h"
#include "engine/base/status.h"
#include "engine/fs/block_map.h"
#include "engine/fs/container.h"
#include "engine/fs/container_recovery.h"
#include "engine/fs/open_report.h"

namespace engine {

struct BlockStoreOptions {
  std::vector<std::string> directories;        // they exist; each may be on a disk of its own
  const BlockMapVariant* block_map = nullptr;  // null: the default, kBlockMapAfter
  Fill fill = Fill::kCopy;                     // the source moved them a commit later
  // Within a directory: Apache Kudu 6b6910870 "KUDU-3001 Multi-thread to load containers in a data directory".
  int threads_per_directory = 1;
  RecoveryOptions recovery;
  std::size_t most_open_files = 400;  // for reading; two fifths of what Linux grants a process by default
  MemoryTracker* memory = nullptr;    // parent of the map's tracker; outlives the store
};

// Any threads may create, read and delete blocks. Blocks that were found must be let go of before the store is.
class BlockStore {
 public:
  // Opens with one thread for each directory. Fails if any container is damaged, or if two containers both claim a
  // block; a torn end of metadata is no damage. *report may be null.
  static Status Open(BlockStoreOptions options, std::unique_ptr<BlockStore>* store, OpenReport* report);
  ~BlockStore();
  BlockStore(const BlockStore&) = delete;
  BlockStore& operator=(const BlockStore&) = delete;

  // Stores each of `contents` as a block; *ids in the same order. When it returns they survive a crash (of what, the
  // options' durability says). On failure *ids holds the first ones, which were stored.
  Status Create(std::span<const Slice> contents, std::vector<BlockId>* ids);

  // NotFound if there is no such block.
  Status Read(BlockId id, std::string* contents) const;

  // Deletes those that exist; NotFound names one that does not.
  Status Delete(std::span<const BlockId> ids);

  [[nodiscard]] BlockRef Find(BlockId id) const { return map_->Find(id); }
  [[nodiscard]] std::size_t block_count() const { return map_->size(); }
  [[nodiscard]] BlockId next_id() const { return {next_id_.load(std::memory_order_relaxed)}; }
  [[nodiscard]] const MemoryTracker& map_memory() const { return map_memory_; }  // without the blocks themselves
  [[nodiscard]] const BlockMap& map() const { return *map_; }

 private:
  struct Directory {
    std::string path;
    std::mutex mutex;
    std::vector<std::unique_ptr<Container>> containers;
    std::vector<Container*> available;  // with room, and nobody is appending to them
  };

  explicit BlockStore(BlockStoreOptions options);

  Status OpenDirectories(OpenReport* report);
  Status OpenDirectory(Directory* directory, OpenReport* report);
  Status OpenContainers(Directory* directory, std::span<const std::string> stems, std::atomic<std::size_t>* next,
                        OpenReport* report);
  Status OpenContainer(Directory* directory, const std::string& stem, OpenReport* report);
  Status MergeBlocks(const std::string& stem, ContainerBlocks* blocks);
  void NeverUseAgain(BlockId highest);

  Status TakeContainer(Directory* directory, Container** container);
  void PutBack(Directory* directory, Container* container);
  Status AppendTo(Container* container, std::span<const Slice> contents, std::vector<BlockId>* ids);

  const BlockStoreOptions options_;
  MemoryTracker map_memory_;
  FileCache files_;
  // Before the map, so destroyed after it: a deleted block's end punches a hole into its container.
  std::vector<std::unique_ptr<Directory>> directories_;
  std::unique_ptr<BlockMap> map_;
  std::atomic<std::uint64_t> next_id_{1};
  std::atomic<std::size_t> next_directory_{0};
};

}  // namespace engine
