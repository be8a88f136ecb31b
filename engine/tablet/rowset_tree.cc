#include "engine/tablet/rowset_tree.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace engine {
namespace {

// The first index in [begin, end) whose key is not below `bound`.
std::size_t LowerBound(std::span<const Slice> keys, std::size_t begin, std::size_t end, Slice bound) {
  return static_cast<std::size_t>(std::lower_bound(keys.begin() + begin, keys.begin() + end, bound) - keys.begin());
}

// The first index in [begin, end) whose key is above `bound`.
std::size_t UpperBound(std::span<const Slice> keys, std::size_t begin, std::size_t end, Slice bound) {
  return static_cast<std::size_t>(std::upper_bound(keys.begin() + begin, keys.begin() + end, bound) - keys.begin());
}

}  // namespace

RowSetTree::RowSetTree(std::vector<RowSet*> rowsets) : size_(rowsets.size()) {
  std::vector<Interval> intervals;
  for (RowSet* rowset : rowsets) {
    if (const auto bounds = rowset->bounds()) {
      intervals.push_back({*bounds, rowset});
    } else {
      unbounded_.push_back(rowset);
    }
  }
  root_ = Build(std::move(intervals));
}

// Splits at the median of all end points, so that no more than half of the intervals lie on either side of it and the
// depth is logarithmic.
std::unique_ptr<RowSetTree::Node> RowSetTree::Build(std::vector<Interval> intervals) {
  if (intervals.empty()) return nullptr;
  std::vector<Slice> end_points;
  for (const Interval& interval : intervals) {
    end_points.push_back(interval.bounds.first);
    end_points.push_back(interval.bounds.last);
  }
  const auto median = end_points.begin() + static_cast<std::ptrdiff_t>(end_points.size() / 2);
  std::nth_element(end_points.begin(), median, end_points.end());

  auto node = std::make_unique<Node>();
  node->split = *median;
  std::vector<Interval> below;
  std::vector<Interval> above;
  for (const Interval& interval : intervals) {
    if (interval.bounds.last < node->split) {
      below.push_back(interval);
    } else if (interval.bounds.first > node->split) {
      above.push_back(interval);
    } else {
      node->by_first.push_back(interval);
    }
  }
  node->by_last = node->by_first;
  std::sort(node->by_first.begin(), node->by_first.end(),
            [](const Interval& left, const Interval& right) { return left.bounds.first < right.bounds.first; });
  std::sort(node->by_last.begin(), node->by_last.end(),
            [](const Interval& left, const Interval& right) { return left.bounds.last > right.bounds.last; });
  node->below = Build(std::move(below));
  node->above = Build(std::move(above));
  return node;
}

void RowSetTree::ForEachRowSetContaining(std::span<const Slice> keys, GroupVisitor visit) const {
  assert(std::is_sorted(keys.begin(), keys.end()));
  if (keys.empty()) return;
  for (RowSet* rowset : unbounded_) visit(rowset, 0, keys.size());
  Visit(root_.get(), keys, 0, keys.size(), visit);
}

std::vector<RowSet*> RowSetTree::RowSetsContaining(Slice key) const {
  std::vector<RowSet*> found;
  ForEachRowSetContaining({&key, 1}, [&](RowSet* rowset, std::size_t, std::size_t) { found.push_back(rowset); });
  return found;
}

void RowSetTree::Visit(const Node* node, std::span<const Slice> keys, std::size_t begin, std::size_t end,
                       GroupVisitor visit) {
  if (node == nullptr || begin == end) return;
  const std::size_t middle = LowerBound(keys, begin, end, node->split);
  VisitHere(*node, keys, begin, middle, end, visit);
  Visit(node->below.get(), keys, begin, middle, visit);
  Visit(node->above.get(), keys, middle, end, visit);
}

// Keys [begin, middle) lie below the split, [middle, end) at or above it; every interval here contains the split.
void RowSetTree::VisitHere(const Node& node, std::span<const Slice> keys, std::size_t begin, std::size_t middle,
                           std::size_t end, GroupVisitor visit) {
  if (begin ==
      middle) {  // nothing below: walk inwards from the largest last key and stop at the first that is too small
    for (const Interval& interval : node.by_last) {
      if (interval.bounds.last < keys[begin]) return;
      visit(interval.rowset, begin, UpperBound(keys, begin, end, interval.bounds.last));
    }
    return;
  }
  for (const Interval& interval : node.by_first) {
    if (middle == end && interval.bounds.first > keys[end - 1]) return;
    const std::size_t first = LowerBound(keys, begin, middle, interval.bounds.first);
    const std::size_t last = middle == end ? end : UpperBound(keys, middle, end, interval.bounds.last);
    if (first != last) visit(interval.rowset, first, last);
  }
}

}  // namespace engine
