#include "engine/fs/block_map.h"

#include <absl/container/flat_hash_map.h>
#include <tsl/hopscotch_map.h>

#include <algorithm>
#include <sparsehash/sparse_hash_map>

#include "engine/fs/block_table.h"
#include "engine/fs/locked_block_map.h"
#include "engine/fs/paged_block_table.h"
#include "engine/fs/sparse_table.h"

namespace engine {
namespace {

using Allocator = TrackingAllocator<std::pair<const BlockId, BlockRef>>;

// A table without groups of neighbours needs its bits mixed.
struct MixingHash {
  std::size_t operator()(BlockId id) const { return absl::Hash<std::uint64_t>()(id.value); }
};

template <SparsePolicy kPolicy>
using Sparse = BlockTable<SparseTable<BlockId, BlockRef, BlockIdHash, kPolicy, std::equal_to<BlockId>, Allocator>>;

using Google = google::sparse_hash_map<BlockId, BlockRef, BlockIdHash, std::equal_to<BlockId>, Allocator>;
using GoogleRaw = google::sparse_hash_map<BlockId, LogBlock*, BlockIdHash, std::equal_to<BlockId>,
                                          TrackingAllocator<std::pair<const BlockId, LogBlock*>>>;
using Absl = absl::flat_hash_map<BlockId, BlockRef, MixingHash, std::equal_to<BlockId>, Allocator>;
using Hopscotch = tsl::hopscotch_map<BlockId, BlockRef, BlockIdHash, std::equal_to<BlockId>,
                                     TrackingAllocator<std::pair<BlockId, BlockRef>>>;
using Standard = std::unordered_map<BlockId, BlockRef, BlockIdHash, std::equal_to<BlockId>, Allocator>;

template <typename Map>
std::unique_ptr<BlockMap> Make(MemoryTracker* tracker) {
  return std::make_unique<Map>(tracker);
}

constexpr SparsePolicy kMoveExact{Relocation::kMove, Growth::kExact, 32, 50};
constexpr SparsePolicy kCopySlack{Relocation::kCopy, Growth::kSlack, 32, 50};

constexpr BlockMapVariant kVariants[] = {
    {kBlockMapBefore, Make<LockedBlockMap<BlockTable<Google>>>},
    {kBlockMapAfter, Make<LockedBlockMap<Sparse<kSparseMove>>>},
    {"paged", Make<LockedBlockMap<PagedBlockTable>>},
    {"paged-16-shards", Make<ShardedBlockMap<PagedBlockTable>>},
    {"absl::flat_hash_map", Make<LockedBlockMap<BlockTable<Absl>>>},
    {"tsl::hopscotch_map", Make<LockedBlockMap<BlockTable<Hopscotch>>>},
    {"std::unordered_map", Make<LockedBlockMap<BlockTable<Standard>>>},
    {"google::sparse_hash_map-raw-pointer", Make<LockedBlockMap<RawBlockTable<GoogleRaw>>>},
    {"sparse-move-exact", Make<LockedBlockMap<Sparse<kMoveExact>>>},
    {"sparse-copy-slack", Make<LockedBlockMap<Sparse<kCopySlack>>>},
    {"sparse-copy-exact-48-80", Make<LockedBlockMap<Sparse<kSparseLikeGoogle>>>},
};

}  // namespace

std::span<const BlockMapVariant> BlockMapVariants() { return kVariants; }

const BlockMapVariant* FindBlockMapVariant(std::string_view name) {
  const auto* const variant = std::ranges::find(kVariants, name, &BlockMapVariant::name);
  return variant == std::end(kVariants) ? nullptr : variant;
}

}  // namespace engine
