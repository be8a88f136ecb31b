#include "harness/stats/decision.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/stats/hodges_lehmann.h"
#include "harness/stats/mean_speedup.h"
#include "harness/stats/order_statistic_interval.h"

namespace harness::stats {
namespace {

// Median and mean agree: a launch pair whose speedup is the factor.
LaunchPairEstimate at(double factor) {
  return {.before_median = 100 * factor,
          .after_median = 100,
          .before_mean = 100 * factor,
          .after_mean = 100,
          .log_speedup = std::log(factor)};
}

std::vector<LaunchPairEstimate> all_at(const std::vector<double>& factors) {
  std::vector<LaunchPairEstimate> estimates;
  for (const double factor : factors) estimates.push_back(at(factor));
  return estimates;
}

std::vector<double> logs(const std::vector<double>& factors) {
  std::vector<double> values;
  for (const double factor : factors) values.push_back(std::log(factor));
  return values;
}

// Eight launch pairs about 1, 0.2 % apart, times a factor.
std::vector<double> about(double factor) {
  std::vector<double> factors;
  for (const double step : {-3.0, 2.0, -1.0, 4.0, 0.0, -2.0, 3.0, 1.0})
    factors.push_back(factor * std::exp(0.002 * step));
  return factors;
}

bool warns_of(const Decision& decision, const std::string& words) {
  for (const std::string& warning : decision.warnings) {
    if (warning.find(words) != std::string::npos) return true;
  }
  return false;
}

Verdict verdict(const std::vector<double>& factors, double tolerance = 0.01) {
  return decide(all_at(factors), {.level = 0.05, .tolerance = tolerance}).verdict;
}

TEST(Decision, FiveVerdicts) {
  EXPECT_EQ(verdict(about(1.05)), Verdict::Improved);
  EXPECT_EQ(verdict(about(0.95)), Verdict::Regressed);
  EXPECT_EQ(verdict(about(1.0)), Verdict::Unchanged);
  EXPECT_EQ(verdict(about(1.0), 0.002), Verdict::Undecided);
}

TEST(Decision, AChangeBelowTheToleranceIsNotImproved) {
  // The interval leaves 1 out, and its upper end is beyond the tolerance: neither claim can be made.
  const Decision decision = decide(all_at(about(1.007)), {.level = 0.05, .tolerance = 0.01});
  EXPECT_GT(decision.decision.interval->low, 1);
  EXPECT_EQ(decision.verdict, Verdict::Undecided);
  EXPECT_TRUE(warns_of(decision, "faster for certain, by about 0.8 %; whether by as much as the tolerance is not"));
  EXPECT_TRUE(warns_of(decide(all_at(about(0.992)), {.level = 0.05, .tolerance = 0.01}), "slower for certain"));
  EXPECT_FALSE(warns_of(decide(all_at(about(1.05)), {.level = 0.05, .tolerance = 0.01}), "for certain"));
  EXPECT_EQ(verdict(about(1.007), 0.002), Verdict::Improved);
}

TEST(Decision, TheToleranceIsTheSameFactorBothWays) {
  // x1.01 and x1/1.01 are the same change in opposite directions; so is every verdict about them.
  EXPECT_EQ(verdict(std::vector<double>(8, 1.0100001)), Verdict::Improved);
  EXPECT_EQ(verdict(std::vector<double>(8, 1 / 1.0100001)), Verdict::Regressed);
  EXPECT_EQ(verdict(std::vector<double>(8, 1.0099999)), Verdict::Unchanged);
  EXPECT_EQ(verdict(std::vector<double>(8, 1 / 1.0099999)), Verdict::Unchanged);
}

TEST(Decision, UnchangedTestsEachSideAtTheLevel) {
  // At level 0.05 the two one-sided tests use the 90 % interval: with eight launch pairs its ends are the averages of
  // rank 6 and 31 instead of 4 and 33. A tolerance between the two ends tells them apart.
  const std::vector<double> factors = about(1.0);
  const double narrow = std::exp(signed_rank_interval(logs(factors), 0.1)->high);
  const double wide = std::exp(signed_rank_interval(logs(factors), 0.05)->high);
  ASSERT_LT(narrow, wide);
  EXPECT_EQ(verdict(factors, (narrow + wide) / 2 - 1), Verdict::Unchanged);
  EXPECT_EQ(verdict(factors, narrow - 1 - 1e-6), Verdict::Undecided);
}

TEST(Decision, SmallButRealIsSaid) {
  const Decision decision = decide(all_at(about(1.006)), {.level = 0.05, .tolerance = 0.03});
  EXPECT_EQ(decision.verdict, Verdict::Unchanged);
  EXPECT_TRUE(warns_of(decision, "small but real: the speedup differs from 1 by 0.7 %, within the tolerance"));
  EXPECT_FALSE(warns_of(decide(all_at(about(1.0)), {.level = 0.05, .tolerance = 0.03}), "small but real"));
}

TEST(Decision, EstimatesAndIntervalsAreThoseOfTheirMethods) {
  const std::vector<double> factors = about(1.02);
  const Decision decision = decide(all_at(factors), {.level = 0.05});
  const Interval deciding = *signed_rank_interval(logs(factors), 0.05);
  EXPECT_DOUBLE_EQ(decision.decision.ratio, std::exp(hodges_lehmann(logs(factors))));
  EXPECT_DOUBLE_EQ(decision.decision.interval->low, std::exp(deciding.low));
  EXPECT_DOUBLE_EQ(decision.decision.interval->high, std::exp(deciding.high));
  const Interval middle = *order_statistic_interval(logs(factors), 0.05);
  EXPECT_DOUBLE_EQ(decision.median.interval->low, std::exp(middle.low));
  EXPECT_DOUBLE_EQ(decision.median.interval->high, std::exp(middle.high));
  EXPECT_DOUBLE_EQ(decision.median.ratio, 1.02 * std::exp(0.001));  // between the fourth and the fifth
}

TEST(Decision, AStricterLevelWidensEveryInterval) {
  const std::vector<LaunchPairEstimate> estimates = all_at(about(1.02));
  const Decision wide = decide(estimates, {.level = 0.01});
  const Decision narrow = decide(estimates, {.level = 0.1});
  EXPECT_LT(wide.decision.interval->low, narrow.decision.interval->low);
  EXPECT_LT(wide.median.interval->low, narrow.median.interval->low);
  EXPECT_LT(wide.mean.interval->low, narrow.mean.interval->low);
}

TEST(Decision, ATailThatOnlyTheMeanSeesIsMixed) {
  std::vector<LaunchPairEstimate> estimates = all_at(about(1.0));
  double extra = 18;
  for (LaunchPairEstimate& estimate : estimates) estimate.after_mean += extra++;  // about 20 % more in total
  const Decision decision = decide(estimates, {.level = 0.05, .tolerance = 0.01});
  EXPECT_EQ(decision.verdict, Verdict::Mixed);
  EXPECT_LT(decision.mean.interval->high, 1 / 1.01);
  EXPECT_TRUE(warns_of(decision, "median and mean disagree"));
  EXPECT_TRUE(warns_of(decision, "unchanged"));
  for (LaunchPairEstimate& estimate : estimates) std::swap(estimate.before_mean, estimate.after_mean);
  EXPECT_EQ(decide(estimates, {.level = 0.05, .tolerance = 0.01}).verdict, Verdict::Mixed);
}

TEST(Decision, AMeanThatMayBeWithinTheToleranceDoesNotMix) {
  std::vector<LaunchPairEstimate> estimates = all_at(about(1.0));
  for (LaunchPairEstimate& estimate : estimates)
    estimate.after_mean *= 1.011;  // regressed, not by more than 1 % for sure
  const Decision decision = decide(estimates, {.level = 0.05, .tolerance = 0.01});
  EXPECT_LT(decision.mean.interval->high, 1);
  EXPECT_EQ(decision.verdict, Verdict::Unchanged);
}

TEST(Decision, OppositeDirectionsAreMixed) {
  std::vector<LaunchPairEstimate> faster = all_at(about(1.05));
  for (LaunchPairEstimate& estimate : faster) estimate.after_mean *= 1.2;
  EXPECT_EQ(decide(faster, {.level = 0.05}).verdict, Verdict::Mixed);
  std::vector<LaunchPairEstimate> slower = all_at(about(0.95));
  for (LaunchPairEstimate& estimate : slower) estimate.after_mean *= 0.8;
  EXPECT_EQ(decide(slower, {.level = 0.05}).verdict, Verdict::Mixed);
}

TEST(Decision, WhereHigherIsBetterTheMeanIsAfterOverBefore) {
  std::vector<LaunchPairEstimate> estimates = all_at(about(1.05));
  for (LaunchPairEstimate& estimate : estimates) std::swap(estimate.before_mean, estimate.after_mean);
  const Decision decision = decide(estimates, {.level = 0.05, .direction = Direction::HigherIsBetter});
  EXPECT_EQ(decision.verdict, Verdict::Improved);
  EXPECT_NEAR(decision.mean.ratio, 1.05, 0.002);
}

TEST(Decision, UndecidedSaysWhatItWouldTake) {
  std::vector<double> factors = about(1.0);
  for (double& factor : factors) factor = std::pow(factor, 10);  // 2 % apart
  const Decision decision = decide(all_at(factors), {.level = 0.05, .tolerance = 0.01});
  ASSERT_EQ(decision.verdict, Verdict::Undecided);
  // sd of -6 ... 8 % in steps of 2 %: 0.0489898; t(0.975, 7) + t(0.8, 7) = 2.364624 + 0.896030.
  EXPECT_NEAR(*decision.minimum_detectable_effect, std::expm1(3.260654 * 0.0489898 / std::sqrt(8)), 1e-6);
  EXPECT_EQ(decision.launch_pairs_needed, 258);  // (3.260654 * 0.0489898 / ln 1.01)^2 = 257.7
  const Decision clear = decide(all_at(about(1.05)), {.level = 0.05});
  EXPECT_FALSE(clear.minimum_detectable_effect);
  EXPECT_FALSE(clear.launch_pairs_needed);
}

TEST(Decision, TooFewLaunchPairsAreUndecidedWithoutAnInterval) {
  const Decision five = decide(all_at(std::vector<double>(5, 1.5)), {.level = 0.05});
  EXPECT_EQ(five.verdict, Verdict::Undecided);
  EXPECT_FALSE(five.decision.interval);
  EXPECT_EQ(five.launch_pairs_needed, 6);
  EXPECT_TRUE(warns_of(five, "5 launch pairs have no interval at this confidence: it takes at least 6"));
  const Decision one = decide(all_at({1.5}), {.level = 0.05});
  EXPECT_EQ(one.verdict, Verdict::Undecided);
  EXPECT_FALSE(one.mean.interval);
  EXPECT_FALSE(one.minimum_detectable_effect);
  EXPECT_TRUE(warns_of(one, "1 launch pair has"));
  EXPECT_DOUBLE_EQ(one.decision.ratio, 1.5);
}

// The quantiles of an exponential distribution, shuffled: the median is 0.69 % and the Hodges-Lehmann estimate 0.84 %.
TEST(Decision, SkewedEstimatesAreDecidedByTheirMedian) {
  std::vector<double> factors;
  for (int i = 0; i < 160; ++i) factors.push_back(std::exp(-0.01 * std::log(1 - (i * 57 % 160 + 0.5) / 160)));
  const Decision decision = decide(all_at(factors), {.level = 0.05});
  EXPECT_TRUE(warns_of(decision, "skewed"));
  EXPECT_EQ(decision.decision, decision.median);
  EXPECT_FALSE(warns_of(decide(all_at(about(1.0)), {.level = 0.05}), "skewed"));
}

TEST(Decision, NeighboursThatResembleEachOtherWidenTheIntervals) {
  std::vector<double> sorted;
  for (int i = -8; i < 8; ++i) sorted.push_back(1.02 * std::exp(0.001 * i));
  std::vector<double> shuffled;
  for (int i = 0; i < 16; ++i) shuffled.push_back(sorted[static_cast<std::size_t>(i * 7 % 16)]);
  const Decision trend = decide(all_at(sorted), {.level = 0.05});
  const Decision plain = decide(all_at(shuffled), {.level = 0.05});
  EXPECT_TRUE(warns_of(trend, "resemble each other"));
  EXPECT_FALSE(warns_of(plain, "resemble each other"));
  EXPECT_DOUBLE_EQ(trend.decision.ratio, plain.decision.ratio);
  const double factor = std::log(trend.decision.interval->high / trend.decision.ratio) /
                        std::log(plain.decision.interval->high / plain.decision.ratio);
  EXPECT_GT(factor, 2);
  EXPECT_NEAR(std::log(trend.median.interval->low / trend.median.ratio) /
                  std::log(plain.median.interval->low / plain.median.ratio),
              factor, 1e-6);
}

}  // namespace
}  // namespace harness::stats
