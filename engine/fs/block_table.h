// Block tables: the containers a block map can be made of, under one set of four operations. Not thread-safe.
#pragma once

#include <cstddef>
#include <utility>

#include "engine/base/memory_tracker.h"
#include "engine/base/ref_counted.h"
#include "engine/base/tracking_allocator.h"
#include "engine/fs/block_id.h"
#include "engine/fs/block_map.h"

namespace engine {

// Over any map in the manner of the standard's, from BlockId to BlockRef.
template <typename Map>
class BlockTable {
 public:
  explicit BlockTable(MemoryTracker* tracker) : map_(MakeMap(TrackingAllocator<typename Map::value_type>(tracker))) {
    if constexpr (requires { map_.set_deleted_key(BlockId()); }) map_.set_deleted_key(BlockId());
  }

  // False if the id is null (google's mark of a deleted entry) or present.
  bool Insert(BlockId id, BlockRef block) {
    if (id.is_null()) return false;
    return map_.insert(typename Map::value_type(id, std::move(block))).second;
  }

  [[nodiscard]] BlockRef Find(BlockId id) const {
    const auto entry = id.is_null() ? map_.end() : map_.find(id);
    return entry == map_.end() ? BlockRef() : entry->second;
  }

  BlockRef Erase(BlockId id) {
    BlockRef block = Find(id);
    if (block != nullptr) map_.erase(id);
    return block;
  }

  [[nodiscard]] std::size_t size() const { return map_.size(); }

  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (const auto& [id, block] : map_) visit(block);
  }

 private:
  template <typename Allocator>
  static Map MakeMap(const Allocator& allocator) {
    if constexpr (std::is_constructible_v<Map, const Allocator&>) {
      return Map(allocator);
    } else {  // google's maps
      return Map(0, typename Map::hasher(), typename Map::key_equal(), allocator);
    }
  }

  Map map_;
};

// Over a map from BlockId to LogBlock*: each entry owns one reference, but the map may copy and drop its pointers
// without counting. Shows what reference counting adds to a map that copies.
template <typename Map>
class RawBlockTable {
 public:
  explicit RawBlockTable(MemoryTracker* tracker)
      : map_(0, typename Map::hasher(), typename Map::key_equal(),
             TrackingAllocator<typename Map::value_type>(tracker)) {
    map_.set_deleted_key(BlockId());
  }
  ~RawBlockTable() {
    for (const auto& [id, block] : map_) block->DropRef();
  }
  RawBlockTable(const RawBlockTable&) = delete;
  RawBlockTable& operator=(const RawBlockTable&) = delete;

  bool Insert(BlockId id, BlockRef block) {
    if (id.is_null() || !map_.insert(typename Map::value_type(id, block.get())).second) return false;
    block->AddRef();
    return true;
  }

  [[nodiscard]] BlockRef Find(BlockId id) const {
    const auto entry = id.is_null() ? map_.end() : map_.find(id);
    return entry == map_.end() ? BlockRef() : BlockRef(entry->second);
  }

  BlockRef Erase(BlockId id) {
    BlockRef block = Find(id);
    if (block == nullptr) return block;
    map_.erase(id);
    block->DropRef();
    return block;
  }

  [[nodiscard]] std::size_t size() const { return map_.size(); }

  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (const auto& [id, block] : map_) visit(BlockRef(block));
  }

 private:
  Map map_;
};

}  // namespace engine
