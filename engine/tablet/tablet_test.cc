#include "engine/tablet/tablet.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "engine/row/cells.h"
#include "engine/row/partial_row.h"

namespace engine {
namespace {

Schema LoadSchema() {
  return Schema({{"key", ColumnType::kInt64},
                 {"int_val", ColumnType::kInt32, Nullability::kNullable},
                 {"string_val", ColumnType::kString, Nullability::kNullable}},
                1);
}

struct Op {
  OpType type;
  std::int64_t key;
  std::int32_t value = 0;
};

class TabletTest : public testing::TestWithParam<PresencePolicy> {
 protected:
  std::vector<OpResult> Write(const std::vector<Op>& ops) {
    RowOperations operations;
    for (const Op& op : ops) {
      PartialRow row(&schema_);
      row.SetInt64(0, op.key);
      if (op.type != OpType::kDelete) {
        row.SetInt32(1, op.value);
        row.SetStringCopy(2, "text of " + std::to_string(op.value));
      }
      AppendRowOperation(op.type, row, &operations);
    }
    std::vector<OpResult> results;
    const Status status = tablet_.Write(operations.rows, operations.strings, &results);
    EXPECT_TRUE(status.ok()) << status.message();
    return results;
  }

  // Key and value of every row; the text has to go with the value.
  std::map<std::int64_t, std::int32_t> Stored() const {
    std::map<std::int64_t, std::int32_t> rows;
    tablet_.ForEachRow([&](Slice, const std::uint8_t* row) {
      const auto value = LoadCell<std::int32_t>(row + 8);
      EXPECT_EQ(LoadCell<Slice>(row + 12).view(), "text of " + std::to_string(value));
      EXPECT_TRUE(rows.emplace(LoadCell<std::int64_t>(row), value).second) << "a key lives twice";
    });
    return rows;
  }

  Schema schema_ = LoadSchema();
  Tablet tablet_{LoadSchema(), {.presence_policy = GetParam()}};
};

using Rows = std::map<std::int64_t, std::int32_t>;
constexpr auto kApplied = OpResult::kApplied;
constexpr auto kAlreadyPresent = OpResult::kAlreadyPresent;
constexpr auto kNotFound = OpResult::kNotFound;

INSTANTIATE_TEST_SUITE_P(Policies, TabletTest,
                         testing::Values(PresencePolicy::kAlwaysSort, PresencePolicy::kSkipWhenSorted,
                                         PresencePolicy::kSkipUnique, PresencePolicy::kMergeRuns,
                                         PresencePolicy::kRadixByPrefix));

TEST_P(TabletTest, EachOperationDoesWhatItSays) {
  EXPECT_EQ(Write({{OpType::kInsert, 1, 10}, {OpType::kInsert, 2, 20}}), (std::vector{kApplied, kApplied}));
  EXPECT_EQ(Write({{OpType::kInsert, 1, 11}, {OpType::kUpsert, 2, 22}, {OpType::kUpsert, 3, 30}}),
            (std::vector{kAlreadyPresent, kApplied, kApplied}));
  EXPECT_EQ(Write({{OpType::kUpdate, 9, 1}, {OpType::kUpdate, 3, 33}, {OpType::kDelete, 9}, {OpType::kDelete, 1}}),
            (std::vector{kNotFound, kApplied, kNotFound, kApplied}));
  EXPECT_EQ(Stored(), (Rows{{2, 22}, {3, 33}}));
  EXPECT_EQ(tablet_.counters().rows_inserted, 2u);
  EXPECT_EQ(tablet_.counters().rows_upserted, 2u);
  EXPECT_EQ(tablet_.counters().upserts_as_updates, 1u);
  EXPECT_EQ(tablet_.counters().rows_updated, 1u);
  EXPECT_EQ(tablet_.counters().rows_deleted, 1u);
  EXPECT_EQ(tablet_.counters().insertions_failed_dup_key, 1u);
  EXPECT_EQ(tablet_.counters().rows_not_found, 2u);
}

TEST_P(TabletTest, FlushedRowsAreFoundUpdatedAndDeleted) {
  Write({{OpType::kInsert, 1, 10}, {OpType::kInsert, 2, 20}, {OpType::kInsert, 3, 30}, {OpType::kInsert, 4, 40}});
  tablet_.Flush();
  EXPECT_EQ(tablet_.flushed_rowsets(), 1u);
  EXPECT_EQ(Write({{OpType::kInsert, 1, 11}, {OpType::kUpsert, 2, 22}, {OpType::kUpdate, 3, 33}, {OpType::kDelete, 4}}),
            (std::vector{kAlreadyPresent, kApplied, kApplied, kApplied}));
  EXPECT_EQ(Stored(), (Rows{{1, 10}, {2, 22}, {3, 33}}));
  EXPECT_EQ(Write({{OpType::kUpdate, 4, 1}, {OpType::kInsert, 4, 44}}), (std::vector{kNotFound, kApplied}))
      << "a deleted row is not there, and its key may come back";
  tablet_.Flush();
  EXPECT_EQ(tablet_.flushed_rowsets(), 2u);
  EXPECT_EQ(Write({{OpType::kUpsert, 4, 45}, {OpType::kDelete, 2}}), (std::vector{kApplied, kApplied}));
  EXPECT_EQ(Stored(), (Rows{{1, 10}, {3, 33}, {4, 45}}));
  EXPECT_GT(tablet_.counters().presence.probes.delta_lookups, 0u);
}

// One key, four times in one write: only the first is checked in bulk, and the others see what came of it.
TEST_P(TabletTest, OperationsOfOneKeyInOneWriteSeeEachOther) {
  for (const bool is_flushed : {false, true}) {
    const std::int64_t key = is_flushed ? 1 : 2;
    EXPECT_EQ(Write({{OpType::kInsert, key, 1},
                     {OpType::kUpdate, key, 2},
                     {OpType::kDelete, key},
                     {OpType::kUpdate, key, 3},
                     {OpType::kInsert, key, 4},
                     {OpType::kInsert, key, 5}}),
              (std::vector{kApplied, kApplied, kApplied, kNotFound, kApplied, kAlreadyPresent}));
    EXPECT_EQ(Stored()[key], 4);
    if (is_flushed) continue;
    tablet_.Flush();
    EXPECT_EQ(Write({{OpType::kDelete, key}, {OpType::kInsert, key, 6}, {OpType::kUpsert, key, 7}}),
              (std::vector{kApplied, kApplied, kApplied}));
    EXPECT_EQ(Stored()[key], 7);
  }
}

// Random writes with random flushes in between, as a map sees them.
TEST_P(TabletTest, DoesWhatAMapDoes) {
  std::mt19937 random(7);
  Rows expected;
  for (int write = 0; write < 300; ++write) {
    std::vector<Op> ops;
    std::vector<OpResult> expected_results;
    for (std::size_t i = random() % 40; i > 0; --i) {
      const Op op{static_cast<OpType>(1 + random() % 4), static_cast<std::int64_t>(random() % 100) - 50,
                  static_cast<std::int32_t>(random() % 1000)};
      ops.push_back(op);
      const bool is_there = expected.contains(op.key);
      OpResult result = kApplied;
      if (op.type == OpType::kInsert && is_there) result = kAlreadyPresent;
      if ((op.type == OpType::kUpdate || op.type == OpType::kDelete) && !is_there) result = kNotFound;
      if (result == kApplied && op.type == OpType::kDelete) expected.erase(op.key);
      if (result == kApplied && op.type != OpType::kDelete) expected[op.key] = op.value;
      expected_results.push_back(result);
    }
    ASSERT_EQ(Write(ops), expected_results) << "write " << write;
    if (random() % 20 == 0) tablet_.Flush();
    ASSERT_EQ(Stored(), expected) << "write " << write;
  }
  EXPECT_GT(tablet_.flushed_rowsets(), 3u);
}

TEST(TabletFlush, AFullMemRowSetIsFlushed) {
  const Schema schema = LoadSchema();
  Tablet tablet(LoadSchema(), {.flush_threshold_bytes = 10'000});
  for (std::int64_t key = 0; key < 1000; ++key) {
    PartialRow row(&schema);
    row.SetInt64(0, key);
    row.SetInt32(1, 1);
    RowOperations operations;
    AppendRowOperation(OpType::kInsert, row, &operations);
    std::vector<OpResult> results;
    ASSERT_TRUE(tablet.Write(operations.rows, operations.strings, &results).ok());
  }
  EXPECT_GT(tablet.counters().flushes, 1u);
  EXPECT_EQ(tablet.CountRows(), 1000u);
}

TEST(TabletErrors, AMalformedWriteChangesNothing) {
  const Schema schema = LoadSchema();
  Tablet tablet(LoadSchema());
  PartialRow row(&schema);
  row.SetInt64(0, 1);
  RowOperations operations;
  AppendRowOperation(OpType::kInsert, row, &operations);
  operations.rows.push_back('\1');
  std::vector<OpResult> results;
  EXPECT_EQ(tablet.Write(operations.rows, operations.strings, &results).code(), Status::Code::kCorruption);
  EXPECT_EQ(tablet.CountRows(), 0u);
}

}  // namespace
}  // namespace engine
