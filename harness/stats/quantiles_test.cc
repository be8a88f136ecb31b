#include "harness/stats/quantiles.h"

#include <gtest/gtest.h>

namespace harness::stats {
namespace {

// Python's statistics.NormalDist.
TEST(Quantiles, NormalAgreesWithAnotherImplementation) {
  EXPECT_NEAR(normal_quantile(0.975), 1.9599639845400536, 1e-12);
  EXPECT_NEAR(normal_quantile(0.005), -2.5758293035489, 1e-12);
  EXPECT_NEAR(normal_cdf(1.5), 0.9331927987311419, 1e-14);
}

// Printed tables give these to four places; the rest is Simpson's rule over the density, by hand.
TEST(Quantiles, StudentTAgreesWithPrintedTables) {
  EXPECT_NEAR(student_t_quantile(0.975, 11), 2.200985160, 1e-8);
  EXPECT_NEAR(student_t_quantile(0.995, 7), 3.499483297, 1e-8);
  EXPECT_NEAR(student_t_quantile(0.8, 11), 0.875529978, 1e-8);
  EXPECT_NEAR(student_t_quantile(0.975, 1e7), normal_quantile(0.975), 1e-6);
}

// Printed: F(0.99; 2, 9) = 8.02, F(0.95; 1, 10) = 4.96, which is t(0.975, 10) squared.
TEST(Quantiles, FisherFAgreesWithPrintedTables) {
  EXPECT_NEAR(fisher_f_quantile(0.99, 2, 9), 8.02, 0.005);
  EXPECT_NEAR(fisher_f_quantile(0.95, 1, 10), student_t_quantile(0.975, 10) * student_t_quantile(0.975, 10), 1e-9);
}

// Sums of binomial coefficients: 299 / 4096 and a sum of three terms.
TEST(Quantiles, BinomialCountsWays) {
  EXPECT_NEAR(binomial_cdf(3, 12, 0.5), 299.0 / 4096, 1e-14);
  EXPECT_NEAR(binomial_cdf(2, 7, 0.3), 0.6470695, 1e-12);
  EXPECT_EQ(binomial_cdf(-1, 7, 0.5), 0);
  EXPECT_EQ(binomial_cdf(7, 7, 0.5), 1);
}

// By bisection of exact binomial sums; with no success the upper end is 1 - 0.025^(1/200).
TEST(Quantiles, ProportionIntervalIsExact) {
  const Interval none = proportion_interval(0, 200, 0.05);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.01827534035513628, 1e-9);
  const Interval some = proportion_interval(7, 200, 0.05);
  EXPECT_NEAR(some.low, 0.014185525898419205, 1e-9);
  EXPECT_NEAR(some.high, 0.07078099835097722, 1e-9);
  const Interval all = proportion_interval(20, 20, 0.05);
  EXPECT_NEAR(all.low, 0.8315665290169144, 1e-9);
  EXPECT_EQ(all.high, 1);
  EXPECT_EQ(proportion_interval(0, 0, 0.05), (Interval{0, 1}));
}

}  // namespace
}  // namespace harness::stats
