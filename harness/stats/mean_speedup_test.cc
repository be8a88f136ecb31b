#include "harness/stats/mean_speedup.h"

#include <gtest/gtest.h>

#include <vector>

namespace harness::stats {
namespace {

const std::vector<double> kBefore{101, 99, 103, 98, 105, 100};
const std::vector<double> kAfter{95, 96, 94, 97, 93, 98};

// Worked in Python: leave-one-out logs, t(0.975, 5) = 2.570582.
TEST(MeanSpeedup, JackknifeAgreesWithAnotherImplementation) {
  const Speedup speedup = mean_speedup(kBefore, kAfter, 0.05);
  EXPECT_NEAR(speedup.ratio, 1.057591623036649, 1e-14);
  ASSERT_TRUE(speedup.interval);
  EXPECT_NEAR(speedup.interval->low, 1.0100226979795837, 1e-7);
  EXPECT_NEAR(speedup.interval->high, 1.107400896390452, 1e-7);
}

TEST(MeanSpeedup, FiellerAgreesWithAnotherImplementation) {
  const auto interval = fieller_interval(kBefore, kAfter, 0.05);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 1.0098786370699082, 1e-7);
  EXPECT_NEAR(interval->high, 1.1072137231252641, 1e-7);
}

TEST(MeanSpeedup, IsARatioOfTotalsNotAMeanOfRatios) {
  EXPECT_DOUBLE_EQ(mean_speedup(std::vector<double>{1, 100}, std::vector<double>{2, 50}, 0.05).ratio, 101.0 / 52);
}

TEST(MeanSpeedup, FewLaunchPairsHaveNoInterval) {
  const std::vector<double> two{3, 4};
  EXPECT_FALSE(mean_speedup(two, two, 0.05).interval);
  EXPECT_FALSE(fieller_interval(two, two, 0.05));
}

TEST(MeanSpeedup, OneThatOutweighsAllOthersHasNoInterval) {
  const Speedup speedup = mean_speedup(std::vector<double>{1, 1, 1e300, 1}, std::vector<double>{1, 1, 1, 1}, 0.05);
  EXPECT_EQ(speedup.ratio, 2.5e299);
  EXPECT_FALSE(speedup.interval);
}

TEST(MeanSpeedup, InflationWidensTheInterval) {
  const Interval plain = *mean_speedup(kBefore, kAfter, 0.05).interval;
  const Interval wide = *mean_speedup(kBefore, kAfter, 0.05, 2).interval;
  EXPECT_NEAR(wide.high * wide.low, plain.high * plain.low, 1e-12);  // the same centre on the log scale
  EXPECT_NEAR(wide.high / wide.low, (plain.high / plain.low) * (plain.high / plain.low), 1e-12);
}

TEST(MeanSpeedup, ConstantRatioHasAnIntervalOfNoWidth) {
  const std::vector<double> before{2, 4, 6, 10}, after{1, 2, 3, 5};
  const Speedup speedup = mean_speedup(before, after, 0.05);
  EXPECT_NEAR(speedup.interval->low, 2, 1e-12);
  EXPECT_NEAR(speedup.interval->high, 2, 1e-12);
}

TEST(Fieller, IsAbsentWhereTheDenominatorMayBeZero) {
  EXPECT_FALSE(fieller_interval(std::vector<double>{1, 2, 3, 4}, std::vector<double>{0.01, 9, 0.01, 0.02}, 0.05));
}

}  // namespace
}  // namespace harness::stats
