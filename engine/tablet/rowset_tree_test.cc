#include "engine/tablet/rowset_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace engine {
namespace {

// A rowset that only has bounds.
class BoundsOnly final : public RowSet {
 public:
  BoundsOnly() = default;
  BoundsOnly(std::string first, std::string last) : keys_({std::move(first), std::move(last)}) {}

  [[nodiscard]] std::optional<KeyBounds> bounds() const override {
    if (!keys_) return std::nullopt;
    return KeyBounds{keys_->first, keys_->second};
  }
  bool CheckRowPresent(const KeyProbe&, ProbeCounters*) const override { return false; }
  bool Update(const KeyProbe&, const DecodedRowOperation&, ProbeCounters*) override { return false; }
  bool Delete(const KeyProbe&, ProbeCounters*) override { return false; }
  void ForEachRow(RowVisitor) const override {}

  [[nodiscard]] bool MayContain(Slice key) const {
    return !keys_ || (Slice(keys_->first) <= key && key <= Slice(keys_->second));
  }

 private:
  std::optional<std::pair<std::string, std::string>> keys_;
};

std::string Key(unsigned value) {
  const std::string digits = std::to_string(value);
  return std::string(5 - digits.size(), '0') + digits;
}

using Found = std::map<const RowSet*, std::vector<std::size_t>>;

// Visits in bulk, and checks on the way that each rowset comes once.
Found FindInBulk(const RowSetTree& tree, const std::vector<Slice>& keys) {
  Found found;
  tree.ForEachRowSetContaining(keys, [&](RowSet* rowset, std::size_t begin, std::size_t end) {
    EXPECT_LT(begin, end);
    EXPECT_FALSE(found.contains(rowset)) << "a rowset came twice";
    for (std::size_t i = begin; i < end; ++i) found[rowset].push_back(i);
  });
  return found;
}

class RandomRowSetTree : public testing::TestWithParam<std::pair<int, int>> {};

// Given R random rowsets and Q random sorted keys, then the bulk query finds what asking every rowset about every key
// does.
TEST_P(RandomRowSetTree, FindsInBulkWhatAskingEveryRowSetFinds) {
  const auto [rowset_count, key_count] = GetParam();
  std::mt19937 random(static_cast<unsigned>(rowset_count * 31 + key_count));
  std::vector<std::unique_ptr<BoundsOnly>> rowsets;
  std::vector<RowSet*> borrowed;
  for (int i = 0; i < rowset_count; ++i) {
    unsigned first = random() % 90'000;
    rowsets.push_back(i % 50 == 49 ? std::make_unique<BoundsOnly>()
                                   : std::make_unique<BoundsOnly>(Key(first), Key(first + random() % 10'000)));
    borrowed.push_back(rowsets.back().get());
  }
  std::vector<std::string> text;
  for (int i = 0; i < key_count; ++i) text.push_back(Key(random() % 100'000));
  std::sort(text.begin(), text.end());
  const std::vector<Slice> keys(text.begin(), text.end());
  const RowSetTree tree(borrowed);

  Found expected;
  for (const auto& rowset : rowsets) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (rowset->MayContain(keys[i])) expected[rowset.get()].push_back(i);
    }
  }
  EXPECT_EQ(FindInBulk(tree, keys), expected);

  std::size_t pairs = 0;
  for (const Slice key : keys) pairs += tree.RowSetsContaining(key).size();
  std::size_t expected_pairs = 0;
  for (const auto& [rowset, indices] : expected) expected_pairs += indices.size();
  EXPECT_EQ(pairs, expected_pairs);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomRowSetTree,
                         testing::Values(std::pair(10, 10), std::pair(10, 5000), std::pair(100, 100),
                                         std::pair(250, 1000), std::pair(500, 10), std::pair(500, 1000)));

TEST(RowSetTree, AnEmptyTreeFindsNothing) {
  const RowSetTree tree;
  EXPECT_TRUE(FindInBulk(tree, {Slice(std::string_view("a"))}).empty());
  EXPECT_TRUE(tree.RowSetsContaining(std::string_view("a")).empty());
}

TEST(RowSetTree, BothBoundsAreInclusiveAndAnEmptyKeyIsAKey) {
  BoundsOnly rowset("", "m");
  const RowSetTree tree({&rowset});
  EXPECT_EQ(tree.RowSetsContaining(std::string_view("")).size(), 1u);
  EXPECT_EQ(tree.RowSetsContaining(std::string_view("m")).size(), 1u);
  EXPECT_EQ(tree.RowSetsContaining(std::string_view("m\0", 2)).size(), 0u);
}

TEST(RowSetTree, UnboundedRowSetsComeFirstAndTakeAllKeys) {
  BoundsOnly bounded("a", "z");
  BoundsOnly unbounded;
  const RowSetTree tree({&bounded, &unbounded});
  const std::vector<Slice> keys = {std::string_view("b"), std::string_view("c"), std::string_view("zz")};
  std::vector<RowSet*> order;
  tree.ForEachRowSetContaining(keys, [&](RowSet* rowset, std::size_t, std::size_t) { order.push_back(rowset); });
  EXPECT_EQ(order, (std::vector<RowSet*>{&unbounded, &bounded}));
  const Found found = FindInBulk(tree, keys);
  EXPECT_EQ(found.at(&unbounded), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(found.at(&bounded), (std::vector<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace engine
