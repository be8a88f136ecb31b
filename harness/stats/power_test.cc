#include "harness/stats/power.h"

#include <gtest/gtest.h>

namespace harness::stats {
namespace {

// (2.200985 + 0.875530) * 0.01 / sqrt(12), as a fraction.
TEST(Power, MinimumDetectableEffectWorkedExample) {
  EXPECT_NEAR(*minimum_detectable_effect(0.01, 12, 0.05), 0.008920688497323859, 1e-10);
  EXPECT_FALSE(minimum_detectable_effect(0.01, 1, 0.05));
  EXPECT_EQ(minimum_detectable_effect(0, 12, 0.05), 0);
}

TEST(Power, LaunchPairsNeededWorkedExample) {
  EXPECT_EQ(launch_pairs_needed(0.01, 12, 0.05, 0.005), 39);  // 38.05 rounded up
}

TEST(Power, NeededIsMoreThanThereAreAndEnoughForAnInterval) {
  EXPECT_EQ(launch_pairs_needed(0.001, 12, 0.05, 0.01), 13);
  EXPECT_EQ(launch_pairs_needed(0.0001, 3, 0.05, 0.01), 6);
  EXPECT_EQ(launch_pairs_needed(0.01, 1, 0.05, 0.01), 6);
  EXPECT_EQ(launch_pairs_needed(0.01, 0, 0.05, 0.01), 6);
}

TEST(Power, WhatNoNumberOfLaunchPairsDecidesIsAbsent) {
  EXPECT_FALSE(launch_pairs_needed(0.5, 12, 0.05, 0));
  EXPECT_FALSE(launch_pairs_needed(1e6, 12, 0.05, 0.001));
}

TEST(Power, FewestLaunchPairsHaveAnInterval) {
  EXPECT_EQ(fewest_launch_pairs(0.05), 6);
  EXPECT_EQ(fewest_launch_pairs(0.01), 8);
  EXPECT_EQ(fewest_launch_pairs(2.0 / 256), 8);
  EXPECT_EQ(fewest_launch_pairs(0.00195), 11);  // 2 / 1024 is just above
}

}  // namespace
}  // namespace harness::stats
