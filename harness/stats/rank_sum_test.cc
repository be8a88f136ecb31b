#include "harness/stats/rank_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace harness::stats {
namespace {

using Values = std::vector<double>;

// The counts of arrangements for 4 and 3 values are 1 1 2 3 4 4 5 4 4 3 2 1 1, 35 in all (enumerated in Python).
TEST(RankSum, IsExactForSmallSamples) {
  EXPECT_DOUBLE_EQ(rank_sum_p(Values{1, 2, 3}, Values{4, 5, 6}), 0.1);
  EXPECT_DOUBLE_EQ(rank_sum_p(Values{1, 2, 4}, Values{3, 5, 6}), 0.2);
  EXPECT_DOUBLE_EQ(rank_sum_p(Values{1, 2, 3, 6}, Values{4, 5, 7}), 2 * 4.0 / 35);
  EXPECT_DOUBLE_EQ(rank_sum_p(Values{4, 5, 7}, Values{1, 2, 3, 6}), 2 * 4.0 / 35);
  EXPECT_DOUBLE_EQ(rank_sum_p(Values{1, 3}, Values{2, 4}), 2 * 2.0 / 6);
}

TEST(RankSum, SmallestP) {
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(3, 3), 0.1);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(4, 4), 2.0 / 70);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(5, 5), 2.0 / 252);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(10, 10), 2.0 / 184756);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(1, 1), 1.0);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(0, 5), 1.0);
}

TEST(RankSum, EqualValuesOfOneSideAreNoHindrance) {
  EXPECT_DOUBLE_EQ(rank_sum_p(Values(4, 115.0), Values(5, 79.0)), 2.0 / 126);
  EXPECT_DOUBLE_EQ(rank_sum_p(Values(5, 7.0), Values(5, 7.0)), 1.0);
  EXPECT_DOUBLE_EQ(rank_sum_p(Values(50, 7.0), Values(50, 7.0)), 1.0);
}

// 1..21 against 11.5..31.5: U = 55, mean 220.5, variance 21 * 21 * 43 / 12, z = (165.5 - 0.5) / 39.752.
TEST(RankSum, LargeSamplesTakeTheNormalApproximation) {
  Values one, other;
  for (int i = 1; i <= 21; ++i) one.push_back(i), other.push_back(i + 10.5);
  const double z = (165.5 - 0.5) / std::sqrt(21.0 * 21 * 43 / 12);
  EXPECT_NEAR(rank_sum_p(one, other), std::erfc(z / std::sqrt(2.0)), 1e-12);
}

TEST(Shift, IsTheMedianOfAllDifferences) {
  EXPECT_DOUBLE_EQ(shift(Values{1, 2, 4}, Values{3, 5, 6}), 2.0);  // -1 1 1 2 2 3 4 4 5
  EXPECT_DOUBLE_EQ(shift(Values{1, 2}, Values{4, 8}), 4.5);        // 2 3 6 7
}

// For 4 and 4, P(U <= 0) = 1/70 and P(U <= 1) = 2/70 > 0.025: one difference on either side may lie outside.
TEST(Shift, IntervalLeavesOutWhatTheTestWould) {
  const auto interval = shift_interval(Values{1, 2, 3, 4}, Values{11, 22, 33, 44}, 0.95);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->low, 7);    // 11 - 4, the smallest of 16
  EXPECT_DOUBLE_EQ(interval->high, 43);  // 44 - 1
  EXPECT_FALSE(shift_interval(Values{1, 2, 3}, Values{11, 22, 33}, 0.95));
}

TEST(Shift, AnIntervalExcludesZeroWhereTheTestDecides) {
  const Values one{1, 2, 3, 4, 5, 6, 7, 8};
  for (int step = 0; step < 16; ++step) {
    Values other = one;
    for (double& value : other) value += 0.5 * step + 0.25;
    const auto interval = shift_interval(one, other, 0.95);
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->low > 0, rank_sum_p(one, other) <= 0.05) << step;
  }
}

TEST(BenjaminiHochberg, AdjustsByRankAndKeepsTheOrder) {
  EXPECT_EQ(benjamini_hochberg({0.5, 0.125, 0.25}), (Values{0.5, 0.375, 0.375}));
  EXPECT_EQ(benjamini_hochberg({0.5, 0.005}), (Values{0.5, 0.01}));
  EXPECT_TRUE(benjamini_hochberg({}).empty());
}

}  // namespace
}  // namespace harness::stats
