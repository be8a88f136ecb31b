// Block maps made of block tables: one table under one lock, or shards with a lock each.
#pragma once

#include <array>
#include <mutex>
#include <numeric>
#include <utility>

#include "engine/base/spin_lock.h"
#include "engine/fs/block_map.h"

namespace engine {

inline BlockRef TakeForFill(BlockRef* block, Fill fill) { return fill == Fill::kMove ? std::move(*block) : *block; }

// One lock, held while a whole container is merged, as at the source.
template <typename Table>
class LockedBlockMap final : public BlockMap {
 public:
  explicit LockedBlockMap(MemoryTracker* tracker) : table_(tracker) {}

  std::optional<BlockId> Merge(ContainerBlocks* blocks, Fill fill) override {
    const std::lock_guard guard(lock_);
    for (auto& [id, block] : *blocks) {
      if (!table_.Insert(id, TakeForFill(&block, fill))) return id;
    }
    return std::nullopt;
  }

  bool Insert(BlockRef block) override {
    const BlockId id = block->id();
    const std::lock_guard guard(lock_);
    return table_.Insert(id, std::move(block));
  }

  BlockRef Find(BlockId id) const override {
    const std::lock_guard guard(lock_);
    return table_.Find(id);
  }

  BlockRef Erase(BlockId id) override {
    const std::lock_guard guard(lock_);
    return table_.Erase(id);
  }

  std::size_t size() const override {
    const std::lock_guard guard(lock_);
    return table_.size();
  }

  void ForEach(const std::function<void(const BlockRef&)>& visit) const override { table_.ForEach(visit); }

 private:
  mutable SpinLock lock_;
  Table table_;
};

// Sixteen shards, as Apache Kudu 98f44f453 "KUDU-2977 Sharding block map to speed up tserver startup". There the lowest
// four bits choose the shard, so each run of neighbouring ids goes through all of them; here a run of 32 stays in one,
// and its lock is taken once. A table that hashes by the very bits that chose its shard would fill a sixteenth of its
// home buckets only, and probe for the rest: PagedBlockTable mixes them.
template <typename Table>
class ShardedBlockMap final : public BlockMap {
 public:
  explicit ShardedBlockMap(MemoryTracker* tracker) : ShardedBlockMap(tracker, std::make_index_sequence<kShards>()) {}

  std::optional<BlockId> Merge(ContainerBlocks* blocks, Fill fill) override {
    Shard* current = nullptr;
    std::unique_lock<SpinLock> guard;
    for (auto& [id, block] : *blocks) {
      if (Shard* const shard = &ShardOf(id); shard != current) {
        if (guard.owns_lock()) guard.unlock();
        guard = std::unique_lock(shard->lock);
        current = shard;
      }
      if (!current->table.Insert(id, TakeForFill(&block, fill))) return id;
    }
    return std::nullopt;
  }

  bool Insert(BlockRef block) override {
    Shard& shard = ShardOf(block->id());
    const BlockId id = block->id();
    const std::lock_guard guard(shard.lock);
    return shard.table.Insert(id, std::move(block));
  }

  BlockRef Find(BlockId id) const override {
    const Shard& shard = ShardOf(id);
    const std::lock_guard guard(shard.lock);
    return shard.table.Find(id);
  }

  BlockRef Erase(BlockId id) override {
    Shard& shard = ShardOf(id);
    const std::lock_guard guard(shard.lock);
    return shard.table.Erase(id);
  }

  std::size_t size() const override {
    return std::accumulate(shards_.begin(), shards_.end(), std::size_t{0}, [](std::size_t sum, const Shard& shard) {
      const std::lock_guard guard(shard.lock);
      return sum + shard.table.size();
    });
  }

  void ForEach(const std::function<void(const BlockRef&)>& visit) const override {
    for (const Shard& shard : shards_) shard.table.ForEach(visit);
  }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::uint64_t kRun = 32;  // a page of PagedBlockTable

  struct alignas(64) Shard {  // a cache line apart, so that neighbours' locks do not disturb each other
    explicit Shard(MemoryTracker* tracker) : table(tracker) {}
    mutable SpinLock lock;
    Table table;
  };

  template <std::size_t... kIndex>
  ShardedBlockMap(MemoryTracker* tracker, std::index_sequence<kIndex...>)
      : shards_{((void)kIndex, Shard(tracker))...} {}

  Shard& ShardOf(BlockId id) { return shards_[id.value / kRun % kShards]; }
  const Shard& ShardOf(BlockId id) const { return shards_[id.value / kRun % kShards]; }

  std::array<Shard, kShards> shards_;
};

}  // namespace engine
