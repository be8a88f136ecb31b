#include "harness/stats/order_statistic_interval.h"

#include <gtest/gtest.h>

#include <numeric>

namespace harness::stats {
namespace {

// Values 1 ... n, out of order, so that the ends of an interval are its ranks.
std::vector<double> ranks(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.rbegin(), values.rend(), 1.0);
  return values;
}

struct Expected {
  int n;
  double low;
};

// Ranks by summing binomial coefficients on paper: coverage 96.9, 99.2, 96.1, 95.9 and 98.0 %.
TEST(OrderStatisticInterval, RanksAreThoseOfTheSignTest) {
  for (const auto& [n, low] : {Expected{6, 1}, {8, 1}, {12, 3}, {20, 6}, {32, 10}}) {
    const auto interval = order_statistic_interval(ranks(n), 0.05);
    ASSERT_TRUE(interval);
    EXPECT_EQ(*interval, (Interval{low, n + 1 - low})) << n;
  }
}

TEST(OrderStatisticInterval, IsAbsentWhereEvenTheExtremesMissTheLevel) {
  EXPECT_FALSE(order_statistic_interval(ranks(5), 0.05));  // 2 / 32
  EXPECT_TRUE(order_statistic_interval(ranks(6), 0.05));   // 2 / 64
  EXPECT_FALSE(order_statistic_interval(ranks(7), 0.01));  // 2 / 128
  EXPECT_TRUE(order_statistic_interval(ranks(8), 0.01));   // 2 / 256
  EXPECT_FALSE(order_statistic_interval({}, 0.05));
}

TEST(OrderStatisticInterval, AtAnExactLevelTheLevelIsKept) {
  EXPECT_EQ(order_statistic_interval(ranks(6), 2.0 / 64), (Interval{1, 6}));
}

TEST(OrderStatisticInterval, AtALargeLevelTheEndsDoNotCross) {
  for (int n = 1; n < 12; ++n) {
    const auto interval = order_statistic_interval(ranks(n), 0.999);
    if (interval) {
      EXPECT_LE(interval->low, interval->high) << n;
    }
  }
}

}  // namespace
}  // namespace harness::stats
