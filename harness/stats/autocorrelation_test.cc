#include "harness/stats/autocorrelation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace harness::stats {
namespace {

// Mean 4.125; products of neighbours 12.984375, squares 34.875.
TEST(Autocorrelation, WorkedExample) {
  EXPECT_NEAR(lag1_autocorrelation(std::vector<double>{1, 2, 4, 3, 5, 4, 6, 8}), 12.984375 / 34.875, 1e-14);
}

TEST(Autocorrelation, NothingToSayIsZero) {
  EXPECT_EQ(lag1_autocorrelation(std::vector<double>{1, 2}), 0);
  EXPECT_EQ(lag1_autocorrelation(std::vector<double>{3, 3, 3, 3}), 0);
  EXPECT_EQ(lag1_autocorrelation(std::vector<double>{}), 0);
}

TEST(Autocorrelation, InflatesOnlyBeyondChance) {
  EXPECT_EQ(autocorrelation_inflation(std::vector<double>{1, 2, 4, 3, 5, 4, 6, 8}), 1);  // 0.372 < 2 / sqrt(8)
  std::vector<double> steps;
  for (int i = 0; i < 16; ++i) steps.push_back(i < 8 ? 0 : 1);
  // 14 neighbours alike and one pair not: (14 - 1) / 4 over 16 / 4.
  const double rho = 13.0 / 16;
  EXPECT_NEAR(autocorrelation_inflation(steps), std::sqrt((1 + rho) / (1 - rho)), 1e-12);
}

TEST(Autocorrelation, AlternationDoesNotNarrowAnInterval) {
  std::vector<double> alternating;
  for (int i = 0; i < 16; ++i) alternating.push_back(i % 2);
  EXPECT_LT(lag1_autocorrelation(alternating), -0.9);
  EXPECT_EQ(autocorrelation_inflation(alternating), 1);
}

TEST(Autocorrelation, ATrendHasABound) {
  std::vector<double> trend;
  for (int i = 0; i < 2000; ++i) trend.push_back(i);
  EXPECT_NEAR(autocorrelation_inflation(trend), std::sqrt(1.9 / 0.1), 1e-12);
}

}  // namespace
}  // namespace harness::stats
