#include "engine/row/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/row/encoded_key.h"

namespace engine {
namespace {

std::string Int64Key(std::int64_t value) {
  std::string key;
  KeyEncoder(&key).AppendInt64(value);
  return key;
}

// The tablet a row belongs to: the last that starts at or before its partition key.
std::size_t TabletOf(const PartitionSchema& partitions, std::int64_t value) {
  const std::vector<std::string> starts = partitions.TabletStarts();
  std::string partition_key;
  partitions.EncodePartitionKey(Int64Key(value), &partition_key);
  return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), partition_key) - starts.begin()) - 1;
}

TEST(PartitionSchema, HashBucketsTakeConsecutiveKeysEvenly) {
  const PartitionSchema partitions(8);
  std::vector<int> rows(8);
  for (std::int64_t key = 0; key < 8000; ++key) ++rows[TabletOf(partitions, key)];
  // 1000 each are expected, with a standard deviation of 30: five of them is a broken hash, not chance.
  for (const int count : rows) EXPECT_NEAR(count, 1000, 150);
}

TEST(PartitionSchema, RangesSplitEveryBucket) {
  const PartitionSchema partitions(2, {Int64Key(100), Int64Key(200)});
  EXPECT_EQ(partitions.TabletStarts().size(), 6u);
  EXPECT_TRUE(std::ranges::is_sorted(partitions.TabletStarts()));
  for (std::int64_t key = 0; key < 300; ++key) {
    EXPECT_EQ(TabletOf(partitions, key) % 3, static_cast<std::size_t>(key / 100)) << key;
  }
}

}  // namespace
}  // namespace engine
