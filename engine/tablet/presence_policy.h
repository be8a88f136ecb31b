// What the presence check does about the order of a batch:
//
//   AlwaysSort       std::stable_sort over every batch
//   SkipWhenSorted   no sort when no key was below the one before (Apache Kudu, Gerrit change 24615)
//   SkipUnique       ours: nor a search for duplicates when every key was above the one before
//   MergeRuns        ours: as SkipUnique, and a batch of a few ascending runs is merged, not sorted
//   RadixByPrefix    ours: as SkipUnique, and an unsorted batch is sorted by the first eight bytes of its keys
//
// A policy says how closely collecting looks at the order, and sorts what is not in order, stably.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "engine/tablet/presence_check.h"

namespace engine {

struct AlwaysSort {
  static constexpr OrderCheck kCheck = OrderCheck::kNone;

  template <class Less>
  static void Sort(std::vector<KeyAndIndex>* pairs, Less less) {
    std::stable_sort(pairs->begin(), pairs->end(), less);
  }
};

struct SkipWhenSorted : AlwaysSort {
  static constexpr OrderCheck kCheck = OrderCheck::kSorted;
};

struct SkipUnique : AlwaysSort {
  static constexpr OrderCheck kCheck = OrderCheck::kStrict;
};

struct MergeRuns : SkipUnique {
  // More runs than this are sorted: each doubling of the runs costs another pass over the batch.
  static constexpr std::size_t kMostRuns = 32;

  template <class Less>
  static void Sort(std::vector<KeyAndIndex>* pairs, Less less) {
    std::vector<std::size_t> bounds = RunBounds(*pairs, less);
    if (bounds.empty()) return AlwaysSort::Sort(pairs, less);
    while (bounds.size() > 2) bounds = MergeNeighbours(pairs, bounds, less);
  }

 private:
  // Where the ascending runs begin, and the end; empty if there are too many.
  template <class Less>
  static std::vector<std::size_t> RunBounds(std::span<const KeyAndIndex> pairs, Less less) {
    std::vector<std::size_t> bounds = {0};
    for (std::size_t i = 1; i < pairs.size(); ++i) {
      if (!less(pairs[i], pairs[i - 1])) continue;
      if (bounds.size() == kMostRuns) return {};
      bounds.push_back(i);
    }
    bounds.push_back(pairs.size());
    return bounds;
  }

  template <class Less>
  static std::vector<std::size_t> MergeNeighbours(std::vector<KeyAndIndex>* pairs,
                                                  const std::vector<std::size_t>& bounds, Less less) {
    const auto at = [&](std::size_t i) { return pairs->begin() + static_cast<std::ptrdiff_t>(i); };
    std::vector<std::size_t> merged = {0};
    for (std::size_t run = 2; run < bounds.size(); run += 2) {
      std::inplace_merge(at(bounds[run - 2]), at(bounds[run - 1]), at(bounds[run]), less);
      merged.push_back(bounds[run]);
    }
    if (merged.back() != bounds.back()) merged.push_back(bounds.back());
    return merged;
  }
};

// The first eight bytes of a key as a number that orders as they do. A shorter key is filled up with zeros: it may
// equal a longer one, never pass it.
inline std::uint64_t PrefixOf(Slice key) {
  std::uint64_t bytes = 0;
  if (!key.empty()) std::memcpy(&bytes, key.data(), std::min(key.size(), sizeof(bytes)));
  return __builtin_bswap64(bytes);
}

// Sorts by the prefixes of the keys, stably, in one pass for every byte in which they differ. Requires: not empty.
void SortByPrefix(std::vector<KeyAndIndex>* pairs);

struct RadixByPrefix : SkipUnique {
  template <class Less>
  static void Sort(std::vector<KeyAndIndex>* pairs, Less less) {
    SortByPrefix(pairs);
    SortWithinPrefixes(pairs, less);
  }

 private:
  // Most prefixes are the key itself, or at least no other key's.
  template <class Less>
  static void SortWithinPrefixes(std::vector<KeyAndIndex>* pairs, Less less) {
    for (auto begin = pairs->begin(); begin != pairs->end();) {
      const std::uint64_t prefix = PrefixOf(begin->key);
      auto end = begin + 1;
      while (end != pairs->end() && PrefixOf(end->key) == prefix) ++end;
      if (end - begin > 1) std::stable_sort(begin, end, less);
      begin = end;
    }
  }
};

// The policies by name, for whoever chooses one while running.
enum class PresencePolicy : std::uint8_t { kAlwaysSort, kSkipWhenSorted, kSkipUnique, kMergeRuns, kRadixByPrefix };

void BulkCheckPresence(PresencePolicy policy, std::span<RowOp* const> ops, const RowSetTree& tree,
                       PresenceCounters* counters);

}  // namespace engine
