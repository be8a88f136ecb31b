#include "harness/stats/hodges_lehmann.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "harness/stats/descriptive.h"

namespace harness::stats {
namespace {

std::vector<double> averages(const std::vector<double>& values) {
  std::vector<double> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) all.push_back(values[i] / 2 + values[j] / 2);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<double> normal_values(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0.3, 1);
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = normal(random);
  return values;
}

// Every one of the 2^n ways to give the ranks a sign, counted.
double enumerated_cdf(int n, int sum) {
  int at_most = 0;
  for (int signs = 0; signs < 1 << n; ++signs) {
    int positive = 0;
    for (int rank = 1; rank <= n; ++rank) {
      if (signs >> (rank - 1) & 1) positive += rank;
    }
    at_most += positive <= sum ? 1 : 0;
  }
  return static_cast<double>(at_most) / (1 << n);
}

TEST(SignedRank, DistributionIsThatOfAllSigns) {
  for (int n = 1; n <= 12; ++n) {
    for (int sum = 0; sum < n * (n + 1) / 2; ++sum) {
      EXPECT_NEAR(signed_rank_cdf(n, sum), enumerated_cdf(n, sum), 1e-14) << n << " " << sum;
    }
  }
  EXPECT_EQ(signed_rank_cdf(5, -1), 0);
  EXPECT_EQ(signed_rank_cdf(5, 15), 1);
}

// Printed tables of the two-sided 5 % critical value: the largest W with P(W <= w) <= 0.025.
TEST(SignedRank, CriticalValuesAreThePrintedOnes) {
  struct Printed {
    int n;
    int critical;
  };
  for (const auto& [n, critical] :
       {Printed{6, 0}, {8, 3}, {10, 8}, {12, 13}, {16, 29}, {20, 52}, {25, 89}, {30, 137}, {50, 434}}) {
    EXPECT_LE(signed_rank_cdf(n, critical), 0.025) << n;
    EXPECT_GT(signed_rank_cdf(n, critical + 1), 0.025) << n;
  }
}

TEST(SignedRank, ApproximationJoinsTheExactDistribution) {
  const int n = kExactSignedRank;
  // Mean 2525 at n = 100, 2575.5 at n = 101; the same number of standard deviations below it.
  const double deviation = std::sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24);
  const double next_deviation = std::sqrt((n + 1.0) * (n + 2) * (2.0 * n + 3) / 24);
  for (const double z : {-2.6, -1.96, -1.0, 0.0, 1.5}) {
    const long sum = std::lround(2525 + z * deviation);
    const long next = std::lround(2575.5 + (static_cast<double>(sum) - 2525) / deviation * next_deviation);
    EXPECT_NEAR(signed_rank_cdf(n, sum), signed_rank_cdf(n + 1, next), 1e-3) << z;  // one rank is 7e-4 here
  }
}

TEST(HodgesLehmann, IsTheMedianOfAllAverages) {
  for (int n = 1; n <= 40; ++n) {
    const std::vector<double> values = normal_values(n, static_cast<unsigned>(n));
    EXPECT_NEAR(hodges_lehmann(values), median(averages(values)), 1e-15) << n;
  }
}

// Worked on paper: averages of 1, 5, 9 are 1, 3, 5, 5, 7, 9; of 1, 2, 10 they are 1, 1.5, 2, 5.5, 6, 10.
TEST(HodgesLehmann, WorkedExamples) {
  EXPECT_EQ(hodges_lehmann({9, 1, 5}), 5);
  EXPECT_EQ(hodges_lehmann({10, 2, 1}), 3.75);
  EXPECT_EQ(hodges_lehmann({4}), 4);
  EXPECT_EQ(hodges_lehmann({-1, 1}), 0);
  EXPECT_FALSE(std::signbit(hodges_lehmann({-1, 1})));
}

TEST(HodgesLehmann, HugeAndEqualValuesAreFine) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(hodges_lehmann({huge, huge, huge}), huge);
  EXPECT_EQ(signed_rank_interval(std::vector<double>(10, 0.25), 0.05), (Interval{0.25, 0.25}));
}

// The interval's ends are the averages of rank k and n (n + 1) / 2 + 1 - k; k from enumeration.
TEST(SignedRankInterval, EndsAreAveragesAtTheEnumeratedRank) {
  for (int n = 6; n <= 12; ++n) {
    const std::vector<double> values = normal_values(n, 7);
    int rank = 0;
    while (enumerated_cdf(n, rank) <= 0.025) ++rank;
    const std::vector<double> all = averages(values);
    const auto interval = signed_rank_interval(values, 0.05);
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->low, all[static_cast<std::size_t>(rank - 1)]) << n;
    EXPECT_EQ(interval->high, all[all.size() - static_cast<std::size_t>(rank)]) << n;
  }
}

TEST(SignedRankInterval, IsAbsentForTooFewValues) {
  EXPECT_FALSE(signed_rank_interval(normal_values(5, 1), 0.05));
  EXPECT_TRUE(signed_rank_interval(normal_values(6, 1), 0.05));
  EXPECT_FALSE(signed_rank_interval(normal_values(8, 1), 0.0077));
  EXPECT_TRUE(signed_rank_interval(normal_values(8, 1), 2.0 / 256));
  EXPECT_FALSE(signed_rank_interval({}, 0.05));
}

TEST(SignedRankInterval, LargeSamplesStayCloseToTheNormalInterval) {
  const std::vector<double> values = normal_values(400, 3);
  const auto interval = signed_rank_interval(values, 0.05);
  ASSERT_TRUE(interval);
  const double half_width = (interval->high - interval->low) / 2;
  const double expected = 1.96 * standard_deviation(values) / std::sqrt(400) / std::sqrt(3 / 3.14159265);
  EXPECT_NEAR(half_width, expected, 0.05 * expected);  // efficiency of signed rank on normal values: 3 / pi
}

// The dual of the interval: p is at most the level exactly where the interval leaves 0 out.
TEST(SignedRankP, AgreesWithTheInterval) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::vector<double> values = normal_values(9, seed);
    const auto interval = signed_rank_interval(values, 0.05);
    ASSERT_TRUE(interval);
    EXPECT_EQ(signed_rank_p(values) <= 0.05, interval->low > 0 || interval->high < 0) << seed;
  }
}

TEST(SignedRankP, WorkedExamples) {
  EXPECT_NEAR(signed_rank_p({1, 2, 3, 4, 5, 6}), 2.0 / 64, 1e-15);
  EXPECT_NEAR(signed_rank_p({-1, 2, 3, 4, 5, 6}), 4.0 / 64, 1e-15);
  EXPECT_NEAR(signed_rank_p({1, -2, 3, 4, 5, 6}), 6.0 / 64, 1e-15);
  EXPECT_EQ(signed_rank_p({0, 0, 0, 0, 0, 0}), 1);
  EXPECT_EQ(signed_rank_p({}), 1);
}

}  // namespace
}  // namespace harness::stats
