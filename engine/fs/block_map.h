// From block id to block, for all blocks of a store. Several implementations behind one interface: they are what the
// store's opening time and memory depend on. The table at the end lists them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "engine/base/memory_tracker.h"
#include "engine/base/ref_counted.h"
#include "engine/fs/block_id.h"
#include "engine/fs/log_block.h"

namespace engine {

using BlockRef = RefPtr<LogBlock>;

// The live blocks of one container, gathered while its records are replayed. Separate from the store's map until the
// replay is done, so that an id that one container created and deleted may have been given out again in another.
using ContainerBlocks = std::unordered_map<BlockId, BlockRef, BlockIdHash>;

// What becomes of the container's references when its blocks enter the store's map.
enum class Fill {
  kCopy,  // they stay: one reference count up for each block now, and one down when the container's map goes
  kMove,  // they are taken: Apache Kudu 0f0f54eef "use move semantics to fill in the block map"
};

// Any number of threads.
class BlockMap {
 public:
  virtual ~BlockMap() = default;

  // Adds every block of a container; returns the first id that was there already, and then adds no more. The call is
  // virtual once a container, not once a block. With Fill::kMove the references of added blocks are null afterwards.
  virtual std::optional<BlockId> Merge(ContainerBlocks* blocks, Fill fill) = 0;

  // False if the id is null or present.
  virtual bool Insert(BlockRef block) = 0;
  virtual BlockRef Find(BlockId id) const = 0;  // null if absent
  virtual BlockRef Erase(BlockId id) = 0;       // what was there, null if nothing

  virtual std::size_t size() const = 0;
  // In no order. The map must not be changed meanwhile by anyone.
  virtual void ForEach(const std::function<void(const BlockRef&)>& visit) const = 0;
};

struct BlockMapVariant {
  std::string_view name;
  // The tracker must outlive the map; it is told of the map's memory, not of the blocks'.
  std::unique_ptr<BlockMap> (*make)(MemoryTracker* tracker);
};

std::span<const BlockMapVariant> BlockMapVariants();

// Null if there is no variant of that name.
const BlockMapVariant* FindBlockMapVariant(std::string_view name);

inline constexpr std::string_view kBlockMapBefore = "google::sparse_hash_map";
inline constexpr std::string_view kBlockMapAfter = "sparse-move";

}  // namespace engine
