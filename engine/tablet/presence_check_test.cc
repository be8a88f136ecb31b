#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/allocation_count.h"
#include "engine/base/arena.h"
#include "engine/row/encoded_key.h"
#include "engine/tablet/flushed_row_set.h"
#include "engine/tablet/presence_policy.h"
#include "engine/tablet/stored_row.h"

namespace engine {
namespace {

using std::string_literals::operator""s;

const Schema kKeyOnly({{"key", ColumnType::kString}}, 1);

std::unique_ptr<FlushedRowSet> MakeRowSet(std::vector<std::string> keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  auto arena = std::make_unique<Arena>();
  std::vector<FlushedRowSet::Row> rows;
  for (const std::string& key : keys) rows.push_back({CopyBytes(key, arena.get()), nullptr});
  return std::make_unique<FlushedRowSet>(&kKeyOnly, std::move(arena), std::move(rows));
}

// A batch of operations with the given keys, in that order.
struct Batch {
  explicit Batch(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      ops.push_back(arena.NewObject<RowOp>());
      ops.back()->probe = arena.NewObject<KeyProbe>(CopyBytes(key, &arena));
    }
  }

  // For each operation: '-' if it was left unchecked, '0' if no rowset has its key, else the rowset's number from '1'.
  [[nodiscard]] std::string Answers(const std::vector<const RowSet*>& rowsets = {}) const {
    std::string answers;
    for (const RowOp* op : ops) {
      if (!op->checked_present) {
        answers += '-';
      } else if (op->present_in == nullptr) {
        answers += '0';
      } else {
        answers += static_cast<char>('1' + (std::ranges::find(rowsets, op->present_in) - rowsets.begin()));
      }
    }
    return answers;
  }

  Arena arena;
  std::vector<RowOp*> ops;
};

std::string Int64Key(std::int64_t value) {
  std::string key;
  KeyEncoder(&key).AppendInt64(value);
  return key;
}

template <class Policy>
class PresenceCheckTest : public testing::Test {
 protected:
  std::string Check(const std::vector<std::string>& keys, std::vector<RowSet*> rowsets = {}) {
    Batch batch(keys);
    const RowSetTree tree(rowsets);
    BulkCheckPresence<Policy>(batch.ops, tree, &counters_);
    return batch.Answers({rowsets.begin(), rowsets.end()});
  }

  PresenceCounters counters_;
};

using Policies = testing::Types<AlwaysSort, SkipWhenSorted, SkipUnique, MergeRuns, RadixByPrefix>;
TYPED_TEST_SUITE(PresenceCheckTest, Policies);

TYPED_TEST(PresenceCheckTest, SmallBatches) {
  EXPECT_EQ(this->Check({}), "");
  EXPECT_EQ(this->Check({"a"}), "0");
  EXPECT_EQ(this->Check({"a", "b"}), "00");
  EXPECT_EQ(this->Check({"b", "a"}), "00");
  EXPECT_EQ(this->Check({"a", "a"}), "0-");
}

TYPED_TEST(PresenceCheckTest, OfEqualKeysTheFirstIsChecked) {
  EXPECT_EQ(this->Check({"a", "b", "b", "b", "c", "c"}), "00--0-") << "in order";
  EXPECT_EQ(this->Check({"c", "a", "b", "a", "c", "a"}), "000---") << "out of order";
  EXPECT_EQ(this->Check({"samelongprefix2", "samelongprefix1", "samelongprefix2", "samelongprefix1"}), "00--");
  EXPECT_EQ(this->counters_.duplicates, 3u + 3u + 2u);
  EXPECT_EQ(this->counters_.keys_checked, 3u + 3u + 2u);
  EXPECT_EQ(this->counters_.batches, 3u);
}

TYPED_TEST(PresenceCheckTest, KeysThatArePrefixesEmptyOrFullOfZeros) {
  const auto present = MakeRowSet({""s, "\0"s, "\0\0\0\0\0\0\0\0"s, "\0\0\0\0\0\0\0\0\1"s, "\xff"s, "ab"s});
  EXPECT_EQ(this->Check({"ab"s, "\xff\xff"s, "\0\0\0\0\0\0\0\0\1"s, "a"s, ""s, "\0"s, "\0\0\0\0\0\0\0\0"s, "\xff"s,
                         "\0\0"s, "abc"s, "\0"s},
                        {present.get()}),
            "1010111100-");
}

TYPED_TEST(PresenceCheckTest, NegativeNumbersComeBeforePositiveOnes) {
  const auto present = MakeRowSet({Int64Key(-2), Int64Key(-1), Int64Key(0), Int64Key(1)});
  EXPECT_EQ(
      this->Check({Int64Key(-3), Int64Key(-2), Int64Key(-1), Int64Key(0), Int64Key(1), Int64Key(2)}, {present.get()}),
      "011110");
  EXPECT_EQ(this->Check({Int64Key(5), Int64Key(-1), Int64Key(1), Int64Key(-9)}, {present.get()}), "0110");
}

TYPED_TEST(PresenceCheckTest, AnOperationThatHasItsResultTakesNoPart) {
  Batch batch({"a", "z", "b", "c", "z"});
  batch.ops[1]->result = OpResult::kAlreadyPresent;
  BulkCheckPresence<TypeParam>(batch.ops, RowSetTree(), &this->counters_);
  EXPECT_EQ(batch.Answers(), "0-000") << "the first 'z' is out, so the second is the first";
  const bool looks = TypeParam::kCheck != OrderCheck::kNone;
  EXPECT_EQ(this->counters_.sorted_batches, looks ? 1u : 0u) << "without it the batch is in order";
}

TYPED_TEST(PresenceCheckTest, CountersAddUp) {
  const auto present = MakeRowSet({"b", "d"});
  this->Check({"a", "b", "c", "d", "e"}, {present.get()});
  this->Check({"d", "b", "b"}, {present.get()});
  EXPECT_EQ(this->counters_.batches, 2u);
  EXPECT_EQ(this->counters_.sorted_batches + this->counters_.sorts_performed, 2u);
  EXPECT_EQ(this->counters_.keys_checked, 5u + 2u);
  EXPECT_EQ(this->counters_.duplicates, 1u);
  EXPECT_EQ(this->counters_.probes.bloom_lookups, 3u + 2u) << "only keys within the rowset's bounds are probed";
  EXPECT_GE(this->counters_.probes.key_index_lookups, 4u);
  EXPECT_EQ(this->counters_.probes.delta_lookups, 0u);
}

// Random batches with duplicates, in all kinds of order, over random rowsets: every policy answers as a check one by
// one.
TYPED_TEST(PresenceCheckTest, AnswersAsOneByOne) {
  std::mt19937 random(24615);
  const auto random_key = [&] {
    // A long common prefix now and then, so that eight bytes do not tell keys apart.
    return (random() % 2 == 0 ? "key" : "a long common prefix ") + std::to_string(random() % 300);
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::unique_ptr<FlushedRowSet>> rowsets;
    std::vector<RowSet*> borrowed;
    std::vector<std::string> unused;
    for (int i = 0; i < 300; ++i) {
      unused.push_back("key" + std::to_string(i));
      unused.push_back("a long common prefix " + std::to_string(i));
    }
    std::ranges::shuffle(unused, random);
    for (std::size_t i = 0; i < random() % 5; ++i) {  // disjoint sets of keys with overlapping bounds
      std::vector<std::string> keys(unused.end() - 40, unused.end());
      unused.resize(unused.size() - 40);
      rowsets.push_back(MakeRowSet(keys));
      borrowed.push_back(rowsets.back().get());
    }
    std::vector<std::string> keys(random() % 400);
    std::ranges::generate(keys, random_key);
    if (round % 4 == 1) std::ranges::sort(keys);
    if (round % 4 == 2) std::ranges::sort(keys, std::greater<>());
    if (round % 4 == 3) {  // a few ascending runs
      for (std::size_t begin = 0; begin < keys.size(); begin += 100) {
        std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                  keys.begin() + static_cast<std::ptrdiff_t>(std::min(begin + 100, keys.size())));
      }
    }

    std::string expected;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto here = keys.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(keys.begin(), here, *here) != here) {
        expected += '-';
        continue;
      }
      ProbeCounters probes;
      const auto holds = [&](RowSet* rowset) { return rowset->CheckRowPresent(KeyProbe(keys[i]), &probes); };
      const auto found = std::ranges::find_if(borrowed, holds);
      expected += found == borrowed.end() ? '0' : static_cast<char>('1' + (found - borrowed.begin()));
    }
    ASSERT_EQ(this->Check(keys, borrowed), expected) << "round " << round;
  }
}

struct CountingLess {
  int* calls;
  bool operator()(const KeyAndIndex& left, const KeyAndIndex& right) const {
    ++*calls;
    return left.key < right.key;
  }
};

// What one check of 1000 keys in ascending order takes in comparisons and in allocations.
template <class Policy>
std::pair<int, int> CostOfSorted() {
  std::vector<std::string> keys;
  for (std::int64_t key = 0; key < 1000; ++key) keys.push_back(Int64Key(key));
  Batch batch(keys);
  PresenceCounters counters;
  int calls = 0;
  const std::uint64_t before = AllocationsOfThisThread();
  BulkCheckPresence<Policy>(batch.ops, RowSetTree(), &counters, CountingLess{&calls});
  return {calls, static_cast<int>(AllocationsOfThisThread() - before)};
}

TEST(PresenceCheckCost, InOrderOneComparisonAKeyAndNoMemoryForSorting) {
  constexpr int kTheTwoVectors = 2;  // pairs and keys
  EXPECT_EQ(CostOfSorted<SkipWhenSorted>(), std::pair(999, kTheTwoVectors));
  EXPECT_EQ(CostOfSorted<SkipUnique>(), std::pair(999, kTheTwoVectors));
  EXPECT_EQ(CostOfSorted<MergeRuns>(), std::pair(999, kTheTwoVectors));
  EXPECT_EQ(CostOfSorted<RadixByPrefix>(), std::pair(999, kTheTwoVectors));
  const auto [calls, allocated] = CostOfSorted<AlwaysSort>();
  EXPECT_GT(calls, 4000);
  EXPECT_EQ(allocated, kTheTwoVectors + 1) << "std::stable_sort takes a buffer";
}

TEST(PresenceCheckCost, ThePolicyByNameIsThePolicy) {
  for (const auto policy : {PresencePolicy::kAlwaysSort, PresencePolicy::kSkipWhenSorted, PresencePolicy::kSkipUnique,
                            PresencePolicy::kMergeRuns, PresencePolicy::kRadixByPrefix}) {
    Batch batch({"b", "a", "b"});
    PresenceCounters counters;
    BulkCheckPresence(policy, batch.ops, RowSetTree(), &counters);
    EXPECT_EQ(batch.Answers(), "00-");
    EXPECT_EQ(counters.sorts_performed, 1u);
  }
}

}  // namespace
}  // namespace engine
