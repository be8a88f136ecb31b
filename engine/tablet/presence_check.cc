#include "engine/tablet/presence_check.h"

#include <algorithm>

namespace engine {

std::size_t DropDuplicates(std::vector<KeyAndIndex>* pairs) {
  const auto kept = std::unique(pairs->begin(), pairs->end(), [](const KeyAndIndex& left, const KeyAndIndex& right) {
    return left.key == right.key;
  });
  const auto dropped = static_cast<std::size_t>(pairs->end() - kept);
  pairs->erase(kept, pairs->end());
  return dropped;
}

void ProbeRowSets(std::span<RowOp* const> ops, std::span<const KeyAndIndex> pairs, const RowSetTree& tree,
                  ProbeCounters* counters) {
  std::vector<Slice> keys;
  keys.reserve(pairs.size());
  for (const KeyAndIndex& pair : pairs) keys.push_back(pair.key);
  tree.ForEachRowSetContaining(keys, [&](RowSet* rowset, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      RowOp* op = ops[static_cast<std::size_t>(pairs[i].index)];
      // At most one rowset has a live row of a key: once it is found, the others need not be asked.
      if (op->present_in == nullptr && rowset->CheckRowPresent(*op->probe, counters)) op->present_in = rowset;
    }
  });
  for (const KeyAndIndex& pair : pairs) ops[static_cast<std::size_t>(pair.index)]->checked_present = true;
}

}  // namespace engine
