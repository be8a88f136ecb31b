// Finds out, for a whole batch of row operations at once, which of their keys the tablet already has: sorts the keys,
// asks the rowset tree once, probes rowset by rowset. What the sort costs depends on the order the client sent, so what
// to do about it is a policy:
//
//   AlwaysSort      std::stable_sort over every batch
//   SkipWhenSorted  a comparison with the previous key while collecting; no sort when none was out of order
//                   (Apache Kudu, Gerrit change 24615)
//
// All policies give every operation the same answer. They run on the tablet's apply thread and take no lock.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/tablet/row_op.h"
#include "engine/tablet/rowset_tree.h"

namespace engine {

struct PresenceCounters {
  std::uint64_t batches = 0;
  std::uint64_t sorts = 0;           // batches that were sorted
  std::uint64_t sorted_batches = 0;  // batches that were found in order and left alone
  std::uint64_t keys = 0;            // operations that were checked
  std::uint64_t duplicates = 0;      // operations left out, because an earlier one of the batch has the same key
  ProbeCounters probes;
};

// What is sorted: the key to compare and where its operation stands in the batch.
struct KeyAndIndex {
  Slice key;
  std::int32_t index;
};
static_assert(sizeof(KeyAndIndex) == 24, "the size of an element is part of what a sort costs");

enum class KeyOrder { kUnknown, kNonDecreasing, kUnsorted };

// Orders by key alone, so that only a stable sort keeps the first of equal keys in front.
struct KeyLess {
  bool operator()(const KeyAndIndex& left, const KeyAndIndex& right) const { return left.key < right.key; }
};

// A policy says whether collecting looks at the order, and puts the collected pairs into stable key order.
struct AlwaysSort {
  static constexpr bool kLooksAtOrder = false;

  template <class Less>
  static void Sort(std::vector<KeyAndIndex>* pairs, KeyOrder, Less less, PresenceCounters* counters) {
    ++counters->sorts;
    std::stable_sort(pairs->begin(), pairs->end(), less);
  }
};

struct SkipWhenSorted {
  static constexpr bool kLooksAtOrder = true;

  template <class Less>
  static void Sort(std::vector<KeyAndIndex>* pairs, KeyOrder order, Less less, PresenceCounters* counters) {
    if (order == KeyOrder::kNonDecreasing) {
      ++counters->sorted_batches;
    } else {
      AlwaysSort::Sort(pairs, order, less, counters);
    }
  }
};

// An operation that already has its result does not need an answer, and takes no part in the order of those that do.
template <class Policy, class Less>
KeyOrder CollectKeys(std::span<RowOp* const> ops, Less less, std::vector<KeyAndIndex>* pairs) {
  KeyOrder order = Policy::kLooksAtOrder ? KeyOrder::kNonDecreasing : KeyOrder::kUnknown;
  pairs->reserve(ops.size());
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i]->result != OpResult::kPending) continue;
    pairs->push_back({ops[i]->probe->key, static_cast<std::int32_t>(i)});
    if constexpr (Policy::kLooksAtOrder) {
      const std::size_t last = pairs->size() - 1;
      if (order == KeyOrder::kNonDecreasing && last > 0 && less((*pairs)[last], (*pairs)[last - 1])) {
        order = KeyOrder::kUnsorted;
      }
    }
  }
  return order;
}

// Probes each rowset for the keys that may be in it, and marks every operation of `pairs` as checked.
// Requires: `pairs` strictly ascending by key.
void ProbeRowSets(std::span<RowOp* const> ops, std::span<const KeyAndIndex> pairs, const RowSetTree& tree,
                  ProbeCounters* counters);

// Sets `checked_present` and `present_in` of the first pending operation of every key. A later one of the same key is
// left unchecked: the first may change its answer, so it has to ask for itself when it is applied.
template <class Policy, class Less = KeyLess>
void BulkCheckPresence(std::span<RowOp* const> ops, const RowSetTree& tree, PresenceCounters* counters,
                       Less less = Less()) {
  if (ops.empty()) return;
  std::vector<KeyAndIndex> pairs;
  const KeyOrder order = CollectKeys<Policy>(ops, less, &pairs);
  Policy::Sort(&pairs, order, less, counters);
  const std::size_t collected = pairs.size();
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [](const KeyAndIndex& left, const KeyAndIndex& right) { return left.key == right.key; }),
              pairs.end());
  ProbeRowSets(ops, pairs, tree, &counters->probes);
  ++counters->batches;
  counters->keys += pairs.size();
  counters->duplicates += collected - pairs.size();
}

}  // namespace engine
