// Built with assertions on, also in a release build: some of what is tested here is that the table asserts.
#include "engine/client/op_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "engine/base/fuzz_operations_for_test.h"

namespace engine {
namespace {

// Ops with ascending sequence numbers, at the addresses that the allocator gives them.
template <class Op>
std::vector<std::unique_ptr<Op>> MakeOps(std::int32_t count) {
  std::vector<std::unique_ptr<Op>> ops;
  for (std::int32_t i = 0; i < count; ++i) {
    ops.push_back(std::make_unique<Op>(nullptr));
    ops.back()->sequence_number = i;
  }
  return ops;
}

template <class Set>
class AnyOpSet : public testing::Test {};
using AllSets = testing::Types<UnorderedOpSet, DenseOpSet, FlatOpSet, LinkedOpSet>;
TYPED_TEST_SUITE(AnyOpSet, AllSets);

TYPED_TEST(AnyOpSet, AnOpIsInsertedOnceAndErasedOnce) {
  const auto ops = MakeOps<typename TypeParam::Op>(2);
  TypeParam set;
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(set.Erase(ops[0].get()));
  EXPECT_TRUE(set.Insert(ops[0].get()));
  EXPECT_FALSE(set.Insert(ops[0].get()));
  EXPECT_TRUE(set.Insert(ops[1].get()));
  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(set.Erase(ops[0].get()));
  EXPECT_FALSE(set.Erase(ops[0].get()));
  EXPECT_EQ(set.size(), 1u);
  EXPECT_TRUE(set.Insert(ops[0].get())) << "an op may come back";
  EXPECT_TRUE(set.Erase(ops[0].get()));
  EXPECT_TRUE(set.Erase(ops[1].get()));
  EXPECT_TRUE(set.empty());
}

TYPED_TEST(AnyOpSet, ABatchIsFilledAndDrainedInAnyOrder) {
  constexpr std::int32_t kBatch = 33'289;
  const auto ops = MakeOps<typename TypeParam::Op>(kBatch);
  std::vector<typename TypeParam::Op*> order;
  for (const auto& op : ops) order.push_back(op.get());
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  TypeParam set;
  for (const auto& op : ops) ASSERT_TRUE(set.Insert(op.get()));
  EXPECT_EQ(set.size(), ops.size());
  for (auto* op : order) ASSERT_TRUE(set.Erase(op));
  EXPECT_TRUE(set.empty());
}

// Random inserts and erases of a few hundred ops, in a set that is now and then drained and begun anew, as std::set
// sees them. ENGINE_FUZZ_OPERATIONS says how many.
TYPED_TEST(AnyOpSet, DoesWhatAStandardSetDoes) {
  const auto ops = MakeOps<typename TypeParam::Op>(700);
  std::mt19937 random(20191206);
  auto set = std::make_unique<TypeParam>();
  std::set<typename TypeParam::Op*> expected;
  // Fills for a while, then drains for a while: the load goes all the way up and down.
  unsigned insert_percent = 80;
  const std::uint64_t operations = FuzzOperations(200'000);
  for (std::uint64_t i = 0; i < operations; ++i) {
    auto* op = ops[random() % ops.size()].get();
    if (random() % 100 < insert_percent) {
      ASSERT_EQ(set->Insert(op), expected.insert(op).second) << "operation " << i;
    } else {
      ASSERT_EQ(set->Erase(op), expected.erase(op) == 1) << "operation " << i;
    }
    ASSERT_EQ(set->size(), expected.size());
    ASSERT_EQ(set->empty(), expected.empty());
    if (random() % 1000 == 0) insert_percent = 100 - insert_percent;
    if (random() % 20'000 == 0) {
      for (auto* left : expected) ASSERT_TRUE(set->Erase(left));
      expected.clear();
      set = std::make_unique<TypeParam>();
    }
  }
}

template <class Set>
class HashOpSet : public testing::Test {};
using HashSets = testing::Types<UnorderedOpSet, DenseOpSet, FlatOpSet>;
TYPED_TEST_SUITE(HashOpSet, HashSets);

TYPED_TEST(HashOpSet, IterationSkipsWhatWasErased) {
  const auto ops = MakeOps<InFlightOp>(1000);
  TypeParam set;
  std::set<InFlightOp*> expected;
  for (const auto& op : ops) set.Insert(op.get());
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (i % 3 == 0) {
      expected.insert(ops[i].get());
    } else {
      set.Erase(ops[i].get());
    }
  }
  EXPECT_EQ(std::set<InFlightOp*>(set.begin(), set.end()), expected);
  for (auto* op : expected) set.Erase(op);
  EXPECT_TRUE(set.begin() == set.end());
}

TEST(DenseOpSet, StaysSmallUnderChurnAtABoundedSize) {
  const auto ops = MakeOps<InFlightOp>(4000);
  DenseOpSet set;
  std::mt19937 random(3);
  std::size_t largest = 0;
  for (int i = 0; i < 500'000; ++i) {
    InFlightOp* op = ops[random() % ops.size()].get();
    if (set.size() < 500) {
      set.Insert(op);
    } else {
      set.Erase(*set.begin());
    }
    largest = std::max(largest, set.bucket_count());
  }
  EXPECT_LE(largest, 2048u) << "500 ops need 1024 buckets; tombstones may cost a doubling, not more";
}

TEST(DenseOpSet, AFullBatchEndsAt131072Buckets) {
  const auto ops = MakeOps<InFlightOp>(33'289);
  DenseOpSet set;
  EXPECT_EQ(set.bucket_count(), 32u);
  for (const auto& op : ops) set.Insert(op.get());
  EXPECT_EQ(set.bucket_count(), 131'072u);
}

TEST(DenseOpSet, ShrinksOnlyAtAnInsertAfterErases) {
  const auto ops = MakeOps<InFlightOp>(10'000);
  DenseOpSet set;
  for (const auto& op : ops) set.Insert(op.get());
  const std::size_t full = set.bucket_count();
  for (const auto& op : ops) set.Erase(op.get());
  EXPECT_EQ(set.bucket_count(), full) << "draining never shrinks";
  set.Insert(ops[0].get());
  EXPECT_LT(set.bucket_count(), full);
}

// Growing moves every element: an iterator into the table is dead after an insert. The nodes of std::unordered_set
// stay.
TEST(DenseOpSet, GrowthMovesTheElementsAndANodeSetDoesNot) {
  const auto ops = MakeOps<InFlightOp>(1000);
  UnorderedOpSet nodes;
  DenseOpSet dense;
  nodes.Insert(ops[0].get());
  dense.Insert(ops[0].get());
  InFlightOp* const* const node = &*nodes.begin();
  const std::size_t before = dense.bucket_count();
  for (const auto& op : ops) {
    nodes.Insert(op.get());
    dense.Insert(op.get());
  }
  EXPECT_GT(dense.bucket_count(), before);
  EXPECT_NE(std::ranges::find_if(nodes, [&](InFlightOp* const& op) { return &op == node; }), nodes.end());
  EXPECT_EQ(*node, ops[0].get());
}

// What DenseOpSet's constructor and alignment make impossible, on the table itself.
using DenseTable = google::dense_hash_set<InFlightOp*>;
InFlightOp* const kEmpty = nullptr;
InFlightOp* const kDeleted = reinterpret_cast<InFlightOp*>(-1);

TEST(DenseTableDeathTest, TheEmptyKeyIsSetOnceAndBeforeAnyUse) {
  const auto ops = MakeOps<InFlightOp>(1);
  DenseTable unset;
  EXPECT_DEATH(unset.insert(ops[0].get()), "use_empty");
  DenseTable twice;
  twice.set_empty_key(kEmpty);
  EXPECT_DEATH(twice.set_empty_key(kEmpty), "set_empty_key");
}

TEST(DenseTableDeathTest, TheDeletedKeyIsSetBeforeErasingAndIsAnother) {
  const auto ops = MakeOps<InFlightOp>(1);
  DenseTable table;
  table.set_empty_key(kEmpty);
  table.insert(ops[0].get());
  EXPECT_DEATH(table.erase(ops[0].get()), "deleted");
  EXPECT_DEATH(table.set_deleted_key(kEmpty), "empty");
}

TEST(DenseTableDeathTest, NeitherKeyCanBeInserted) {
  DenseTable table;
  table.set_empty_key(kEmpty);
  table.set_deleted_key(kDeleted);
  EXPECT_DEATH(table.insert(kEmpty), "empty");
  EXPECT_DEATH(table.insert(kDeleted), "deleted");
}

}  // namespace
}  // namespace engine
