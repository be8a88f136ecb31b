// A block table that stores no ids: 32 neighbouring ids share a page, and a block's place in its page says which of
// them it is. So an entry is a pointer, half of what a map of pairs needs, and one search finds the page for a whole
// run.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <utility>

#include "engine/base/memory_tracker.h"
#include "engine/base/tracking_allocator.h"
#include "engine/fs/block_id.h"
#include "engine/fs/block_map.h"
#include "engine/fs/sparse_group.h"
#include "engine/fs/sparse_table.h"

namespace engine {

// The operations of BlockTable. Not thread-safe. Suits ids that are given out in order, of which most live long; an id
// without neighbours costs about 100 bytes.
class PagedBlockTable {
 public:
  explicit PagedBlockTable(MemoryTracker* tracker) : allocator_(tracker), pages_(PageAllocator(tracker)) {}
  ~PagedBlockTable() {
    for (auto& [number, page] : pages_) page.Clear(allocator_);
  }
  PagedBlockTable(const PagedBlockTable&) = delete;
  PagedBlockTable& operator=(const PagedBlockTable&) = delete;

  bool Insert(BlockId id, BlockRef block) {
    if (id.is_null()) return false;
    Page& page = PageForInsert(NumberOf(id));
    if (page.contains(PlaceOf(id))) return false;
    page.Insert(allocator_, PlaceOf(id), std::move(block));
    ++size_;
    return true;
  }

  [[nodiscard]] BlockRef Find(BlockId id) const {
    const auto entry = pages_.find(NumberOf(id));
    if (entry == pages_.end() || !entry->second.contains(PlaceOf(id))) return BlockRef();
    return *entry->second.at(PlaceOf(id));
  }

  BlockRef Erase(BlockId id) {
    BlockRef block = Find(id);
    if (block == nullptr) return block;
    const auto entry = pages_.find(NumberOf(id));
    entry->second.Erase(allocator_, PlaceOf(id));
    if (entry->second.size() == 0) pages_.erase(entry);
    latest_ = nullptr;
    --size_;
    return block;
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (const auto& [number, page] : pages_) {
      for (const BlockRef& block : page) visit(block);
    }
  }

 private:
  using Page = SparseGroup<BlockRef, kSparseMove>;
  using PageAllocator = TrackingAllocator<std::pair<const std::uint64_t, Page>>;
  using Pages = absl::flat_hash_map<std::uint64_t, Page, absl::Hash<std::uint64_t>, std::equal_to<>, PageAllocator>;

  static std::uint64_t NumberOf(BlockId id) { return id.value / Page::kBuckets; }
  static unsigned PlaceOf(BlockId id) { return static_cast<unsigned>(id.value % Page::kBuckets); }

  // A container's blocks come in runs, so the page is mostly the one of the block before.
  Page& PageForInsert(std::uint64_t number) {
    if (latest_ == nullptr || latest_number_ != number) {
      latest_ = &pages_[number];
      latest_number_ = number;
    }
    return *latest_;
  }

  TrackingAllocator<BlockRef> allocator_;
  Pages pages_;
  std::size_t size_ = 0;
  Page* latest_ = nullptr;  // null after an erasure; pages move only when one is added, and then it is the latest
  std::uint64_t latest_number_ = 0;
};

}  // namespace engine
