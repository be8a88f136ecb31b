#include "harness/stats/spending.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "harness/model/error.h"
#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

std::vector<double> doubling_levels(double overall) {
  std::vector<Look> looks;
  for (const int n : {8, 16, 32, 64}) looks.push_back({n * 1.0, pocock_spent(overall, n / 64.0)});
  return nominal_levels(looks);
}

// The share of simulated Brownian paths that leave the boundaries.
double simulated_overall(const std::vector<double>& information, const std::vector<double>& levels, int paths) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  int crossed = 0;
  for (int path = 0; path < paths; ++path) {
    double value = 0, before = 0;
    for (std::size_t i = 0; i < information.size(); ++i) {
      value += std::sqrt(information[i] - before) * normal(random);
      before = information[i];
      if (std::abs(value) <= -normal_quantile(levels[i] / 2) * std::sqrt(before)) continue;
      ++crossed;
      break;
    }
  }
  return static_cast<double>(crossed) / paths;
}

// Two million simulated paths gave 0.0096, 0.0105, 0.0171, 0.0256 and 0.0019, 0.0019, 0.0031, 0.0046.
TEST(Spending, FourDoublingLooksHaveTheSimulatedLevels) {
  const std::vector<double> five = doubling_levels(0.05);
  const std::vector<double> one = doubling_levels(0.01);
  const std::vector<double> five_simulated{0.0096, 0.0105, 0.0171, 0.0256};
  const std::vector<double> one_simulated{0.0019, 0.0019, 0.0031, 0.0046};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(five[i], five_simulated[i], 2e-4) << i;
    EXPECT_NEAR(one[i], one_simulated[i], 1e-4) << i;
  }
}

// Published constants of equally spaced looks (Pocock 1977; Jennison and Turnbull 2000, tables 2.1 and 2.3): the
// overall level of 5 % or 1 % comes back.
TEST(Spending, PublishedBoundariesGiveBackTheirOverallLevel) {
  const auto level = [](double z) { return 2 * normal_cdf(-z); };
  EXPECT_NEAR(overall_level({1, 2}, std::vector<double>(2, level(2.178))), 0.05, 1e-4);
  EXPECT_NEAR(overall_level({1, 2, 3}, std::vector<double>(3, level(2.289))), 0.05, 1e-4);
  EXPECT_NEAR(overall_level({1, 2, 3, 4, 5}, std::vector<double>(5, level(2.413))), 0.05, 1e-4);
  EXPECT_NEAR(overall_level({1, 2, 3, 4, 5}, std::vector<double>(5, level(2.986))), 0.01, 1e-4);
  std::vector<double> obrien_fleming;
  for (const double k : {1.0, 2.0, 3.0, 4.0}) obrien_fleming.push_back(level(2.024 * std::sqrt(4 / k)));
  EXPECT_NEAR(overall_level({1, 2, 3, 4}, obrien_fleming), 0.05, 1e-4);
}

TEST(Spending, AgreesWithSimulatedPaths) {
  const std::vector<double> information{8, 11, 40, 64};
  const std::vector<double> levels{0.02, 0.05, 0.01, 0.03};
  const int paths = 200000;
  const double computed = overall_level(information, levels);
  EXPECT_NEAR(simulated_overall(information, levels, paths), computed, 4 * std::sqrt(computed / paths));
}

TEST(Spending, NominalLevelsSpendExactlyWhatWasAsked) {
  const std::vector<Look> looks{{3, 0.001}, {10, 0.02}, {11, 0.03}, {200, 0.05}};
  std::vector<double> information;
  for (const Look& look : looks) information.push_back(look.information);
  const std::vector<double> levels = nominal_levels(looks);
  EXPECT_NEAR(levels[0], 0.001, 1e-9);
  EXPECT_NEAR(overall_level(information, levels), 0.05, 1e-6);
}

TEST(Spending, ManyLooksStaySpent) {
  std::vector<Look> looks;
  std::vector<double> information;
  for (int n = 6; n <= 64; ++n) {
    looks.push_back({n * 1.0, pocock_spent(0.05, n / 64.0)});
    information.push_back(n);
  }
  const std::vector<double> levels = nominal_levels(looks);
  EXPECT_NEAR(overall_level(information, levels), 0.05, 1e-6);
  EXPECT_NEAR(simulated_overall(information, levels, 20000), 0.05, 4 * std::sqrt(0.05 / 20000));
}

TEST(Spending, OneLookIsAnOrdinaryTest) { EXPECT_NEAR(nominal_levels({{12, 0.05}}).at(0), 0.05, 1e-9); }

TEST(Spending, PocockSpendsNothingAtTheStartAndAllAtTheEnd) {
  EXPECT_EQ(pocock_spent(0.05, 0), 0);
  EXPECT_NEAR(pocock_spent(0.05, 1), 0.05, 1e-16);
  EXPECT_NEAR(pocock_spent(0.05, 2), 0.05, 1e-16);
  EXPECT_NEAR(pocock_spent(0.05, 0.125), 0.05 * std::log(1 + (std::numbers::e - 1) / 8), 1e-16);
}

TEST(Spending, LooksThatDoNotRiseAreRefused) {
  EXPECT_THROW(nominal_levels({{8, 0.01}, {8, 0.05}}), Error);
  EXPECT_THROW(nominal_levels({{0, 0.01}}), Error);
  EXPECT_THROW(overall_level({8, 4}, {0.01, 0.01}), Error);
}

}  // namespace
}  // namespace harness::stats
