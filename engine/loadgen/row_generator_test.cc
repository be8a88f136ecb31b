#include "engine/loadgen/row_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace engine {
namespace {

std::vector<std::int64_t> KeysOf(const LoadgenOptions& options, int generator) {
  RowGenerator rows(options, MakeLoadTable(options), generator);
  std::vector<std::int64_t> keys;
  for (std::int64_t i = 0; i < options.num_rows_per_thread; ++i) keys.push_back(rows.Next()->row().int64(0));
  return keys;
}

TEST(RowGenerator, CountsUpFromWhereTheGeneratorBeforeEnds) {
  const LoadgenOptions options{.num_rows_per_thread = 3, .seq_start = 100};
  EXPECT_EQ(KeysOf(options, 0), (std::vector<std::int64_t>{100, 101, 102}));
  EXPECT_EQ(KeysOf(options, 1), (std::vector<std::int64_t>{103, 104, 105}));
}

TEST(RowGenerator, WritesTheValueAPointAndPadding) {
  const LoadgenOptions options{.string_len = 8, .seq_start = 12};
  const auto op = RowGenerator(options, MakeLoadTable(options), 0).Next();
  EXPECT_EQ(op->type(), OpType::kInsert);
  EXPECT_EQ(op->row().int32(1), 12);
  EXPECT_EQ(op->row().string(2).view(), "12.xxxxx");
}

TEST(RowGenerator, AStringIsNeverLongerThanAsked) {
  const LoadgenOptions options{.string_len = 2, .seq_start = 12345};
  EXPECT_EQ(RowGenerator(options, MakeLoadTable(options), 0).Next()->row().string(2).view(), "12");
}

TEST(RowGenerator, BorrowsAFixedString) {
  const LoadgenOptions options{.string_fixed = "the same", .use_upsert = true};
  const auto op = RowGenerator(options, MakeLoadTable(options), 0).Next();
  EXPECT_EQ(op->type(), OpType::kUpsert);
  EXPECT_EQ(op->row().string(2).data(), options.string_fixed.data());
}

TEST(RowGenerator, ARowOfTheDefaultsTakes63Bytes) {
  const LoadgenOptions options;
  EXPECT_EQ(RowGenerator(options, MakeLoadTable(options), 0).Next()->BufferBytes(), 63);
}

TEST(RowGenerator, RandomKeysComeAgainWithTheirSeedOnly) {
  LoadgenOptions options{.num_rows_per_thread = 1000, .use_random = true, .seed = 7};
  const std::vector<std::int64_t> keys = KeysOf(options, 0);
  EXPECT_EQ(KeysOf(options, 0), keys);
  EXPECT_NE(KeysOf(options, 1), keys);
  EXPECT_EQ(std::set<std::int64_t>(keys.begin(), keys.end()).size(), keys.size());
  EXPECT_FALSE(std::is_sorted(keys.begin(), keys.end()));
  options.seed = 8;
  EXPECT_NE(KeysOf(options, 0), keys);
}

TEST(LoadTable, RangesSplitTheKeysEvenly) {
  const LoadgenOptions options{.num_threads = 2,
                               .num_rows_per_thread = 50,
                               .seq_start = -10,
                               .table_num_hash_partitions = 1,
                               .table_num_range_partitions = 4};
  const auto table = MakeLoadTable(options);
  const std::vector<std::string> starts = table->partitions().TabletStarts();
  ASSERT_EQ(starts.size(), 4u);
  std::vector<int> rows_of(4);
  for (int generator = 0; generator < 2; ++generator) {
    RowGenerator rows(options, table, generator);
    for (int i = 0; i < 50; ++i) {
      std::string key;
      std::string partition_key;
      rows.Next()->row().EncodeKey(&key);
      table->partitions().EncodePartitionKey(key, &partition_key);
      const auto above = std::upper_bound(starts.begin(), starts.end(), partition_key);
      ++rows_of[static_cast<std::size_t>(above - starts.begin() - 1)];
    }
  }
  EXPECT_EQ(rows_of, (std::vector<int>{25, 25, 25, 25}));
}

}  // namespace
}  // namespace engine
