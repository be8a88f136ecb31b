#include "harness/stats/descriptive.h"

#include <gtest/gtest.h>

#include <limits>

namespace harness::stats {
namespace {

TEST(Descriptive, MedianIsTheMiddleOrTheMeanOfTheTwoMiddleOnes) {
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({4, 1, 9, 2}), 3);
}

TEST(Descriptive, MedianOfHugeValuesDoesNotOverflow) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(median({huge, huge}), huge);
}

TEST(Descriptive, StandardDeviationDividesByOneLess) {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};  // mean 5, squares 32
  EXPECT_EQ(mean(values), 5);
  EXPECT_NEAR(standard_deviation(values), 2.138089935299395, 1e-15);  // sqrt(32 / 7)
  EXPECT_EQ(standard_deviation(std::vector<double>{3}), 0);
}

TEST(Descriptive, StandardDeviationSurvivesAFarOffset) {
  const std::vector<double> values{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
  EXPECT_NEAR(standard_deviation(values), 5.477225575051661, 1e-6);  // sqrt(30): a sum of squares would lose it
}

// Worked out with python's statistics.quantiles(..., method='inclusive').
TEST(Descriptive, QuantilesInterpolatesBetweenOrderStatistics) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.75), 3.25);
  EXPECT_DOUBLE_EQ(quantile({10.5, 2, 7, 7, 3.25, 40}, 0.25), 4.1875);
  EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0), 1);
  EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 1), 3);
  EXPECT_DOUBLE_EQ(quantile({5}, 0.25), 5);
}

}  // namespace
}  // namespace harness::stats
