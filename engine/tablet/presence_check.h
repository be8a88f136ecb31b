// Finds out, for a whole batch of row operations at once, which of their keys the tablet already has: collects the
// keys, brings them into order, leaves out duplicates, asks the rowset tree once, probes rowset by rowset. What
// ordering costs depends on the order in which the client sent the rows, so what to do about it is a policy: see
// presence_policy.h.
//
// All policies give every operation the same answer. They run on the tablet's apply thread and take no lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/tablet/row_op.h"
#include "engine/tablet/rowset_tree.h"

namespace engine {

struct PresenceCounters {
  std::uint64_t batches = 0;
  std::uint64_t sorted_batches = 0;   // batches that were found in order, so that nothing was sorted
  std::uint64_t sorts_performed = 0;  // batches that were sorted
  std::uint64_t keys_checked = 0;     // operations that were asked about
  std::uint64_t duplicates = 0;       // operations left out because an earlier one of the batch has their key
  ProbeCounters probes;
};

// What is ordered: the key to compare, and where its operation stands in the batch.
struct KeyAndIndex {
  Slice key;
  std::int32_t index;
};
static_assert(sizeof(KeyAndIndex) == 24, "the size of an element is part of what a sort costs");

// Orders by key alone, so that only a stable sort keeps the first of equal keys in front.
struct KeyLess {
  bool operator()(const KeyAndIndex& left, const KeyAndIndex& right) const { return left.key < right.key; }
};

enum class KeyOrder {
  kUnknown,        // nobody looked
  kIncreasing,     // every key above the one before
  kNonDecreasing,  // or equal to it
  kUnsorted,
};

// How closely collecting looks at the order on its way: each key is compared with the one before, until one is too low.
enum class OrderCheck { kNone, kSorted, kStrict };

template <OrderCheck kCheck, class Less>
KeyOrder OrderAfter(KeyOrder order, const KeyAndIndex& previous, const KeyAndIndex& next, Less less) {
  if constexpr (kCheck == OrderCheck::kStrict) {
    if (order == KeyOrder::kIncreasing && less(previous, next)) [[likely]]
      return order;
  }
  if (order == KeyOrder::kUnsorted || less(next, previous)) return KeyOrder::kUnsorted;
  return KeyOrder::kNonDecreasing;
}

// An operation that already has its result needs no answer, and takes no part in the order of those that do.
template <OrderCheck kCheck, class Less>
KeyOrder CollectKeys(std::span<RowOp* const> ops, Less less, std::vector<KeyAndIndex>* pairs) {
  KeyOrder order = kCheck == OrderCheck::kNone     ? KeyOrder::kUnknown
                   : kCheck == OrderCheck::kStrict ? KeyOrder::kIncreasing
                                                   : KeyOrder::kNonDecreasing;
  pairs->reserve(ops.size());
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i]->result != OpResult::kPending) continue;
    pairs->push_back({ops[i]->probe->key, static_cast<std::int32_t>(i)});
    if constexpr (kCheck != OrderCheck::kNone) {
      const KeyAndIndex* last = &pairs->back();
      if (pairs->size() > 1) order = OrderAfter<kCheck>(order, last[-1], last[0], less);
    }
  }
  return order;
}

// Keeps the first of equal neighbours. Returns how many were left out.
std::size_t DropDuplicates(std::vector<KeyAndIndex>* pairs);

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
  const KeyOrder order = CollectKeys<Policy::kCheck>(ops, less, &pairs);
  const bool is_sorted = order == KeyOrder::kIncreasing || order == KeyOrder::kNonDecreasing;
  if (!is_sorted) Policy::Sort(&pairs, less);
  if (order != KeyOrder::kIncreasing) counters->duplicates += DropDuplicates(&pairs);
  ProbeRowSets(ops, pairs, tree, &counters->probes);
  ++counters->batches;
  ++(is_sorted ? counters->sorted_batches : counters->sorts_performed);
  counters->keys_checked += pairs.size();
}

}  // namespace engine
