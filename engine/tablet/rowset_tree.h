// Finds the rowsets whose bounds contain a key: a static interval tree over the bounded rowsets, beside a list of those
// that may hold any key. A bulk query walks the tree once for a whole sorted batch of keys and names each rowset once,
// with the contiguous range of keys that fall into it, which is also the order in which a rowset likes to be probed.
// (Apache Kudu 27b3de7ab, df451907e.)
//
// Immutable once built; any number of threads may query it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "engine/tablet/row_set.h"

namespace engine {

class RowSetTree {
 public:
  // Rowset and the half-open range of indices into the keys, never empty.
  using GroupVisitor = absl::FunctionRef<void(RowSet* rowset, std::size_t begin, std::size_t end)>;

  RowSetTree() = default;
  // The rowsets are borrowed and must outlive the tree, as must the bytes of their bounds.
  explicit RowSetTree(std::vector<RowSet*> rowsets);

  // Visits each rowset that may hold some of `keys` exactly once, the unbounded ones first.
  // Requires: `keys` is sorted, equal neighbours allowed. O(found x log keys + depth x log keys).
  void ForEachRowSetContaining(std::span<const Slice> keys, GroupVisitor visit) const;

  // The rowsets that may hold `key`, in no particular order.
  [[nodiscard]] std::vector<RowSet*> RowSetsContaining(Slice key) const;

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Interval {
    KeyBounds bounds;
    RowSet* rowset;
  };

  // Intervals that contain `split` stay here; those wholly below or above it go down.
  struct Node {
    Slice split;
    std::vector<Interval> by_first;  // ascending first key
    std::vector<Interval> by_last;   // descending last key
    std::unique_ptr<Node> below;
    std::unique_ptr<Node> above;
  };

  static std::unique_ptr<Node> Build(std::vector<Interval> intervals);
  static void Visit(const Node* node, std::span<const Slice> keys, std::size_t begin, std::size_t end,
                    GroupVisitor visit);
  static void VisitHere(const Node& node, std::span<const Slice> keys, std::size_t begin, std::size_t middle,
                        std::size_t end, GroupVisitor visit);

  std::vector<RowSet*> unbounded_;
  std::unique_ptr<Node> root_;
  std::size_t size_ = 0;
};

}  // namespace engine
