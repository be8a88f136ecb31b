#include "harness/stats/layout_spread.h"

#include <gtest/gtest.h>

#include <cmath>

namespace harness::stats {
namespace {

const std::vector<std::vector<double>> kLayouts{
    {0.010, 0.012, 0.011, 0.013}, {0.020, 0.018, 0.022}, {0.011, 0.010, 0.012, 0.009, 0.013}};

// Analysis of variance in Python: F = 34.03 against a printed F(0.99; 2, 9) = 8.02; 3.9167 launch pairs per layout.
TEST(LayoutSpread, WorkedExample) {
  const auto spread = layout_spread(kLayouts, 0.95, 0.005);
  ASSERT_TRUE(spread);
  EXPECT_NEAR(spread->between_sd, 0.004642159561030936, 1e-12);
  EXPECT_NEAR(spread->within_sd, 0.0015986105077709064, 1e-12);
  EXPECT_NEAR(std::log(spread->speedup.ratio), 0.014166666666666666, 1e-15);
  EXPECT_NEAR(std::log(spread->speedup.interval->high) - std::log(spread->speedup.ratio), 0.01256476101536433, 1e-9);
  EXPECT_TRUE(spread->sensitive);
}

TEST(LayoutSpread, ADifferenceWithinTheToleranceIsNotSensitive) {
  EXPECT_FALSE(layout_spread(kLayouts, 0.95, 0.02)->sensitive);  // the means are 0.9 % apart
}

TEST(LayoutSpread, ADifferenceWithinTheNoiseIsNotSensitive) {
  const auto spread = layout_spread({{0.00, 0.04, 0.02}, {0.03, 0.05, 0.01}}, 0.95, 0.005);
  EXPECT_FALSE(spread->sensitive);
  EXPECT_EQ(spread->between_sd, 0);
}

TEST(LayoutSpread, NeedsTwoLayoutsOfTwoLaunchPairs) {
  EXPECT_FALSE(layout_spread({{0.1, 0.2}}, 0.95, 0.01));
  EXPECT_FALSE(layout_spread({{0.1, 0.2}, {0.1}}, 0.95, 0.01));
  EXPECT_FALSE(layout_spread({}, 0.95, 0.01));
}

}  // namespace
}  // namespace harness::stats
