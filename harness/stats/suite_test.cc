#include "harness/stats/suite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/stats/sequential.h"
#include "harness/stats/simulated.h"

namespace harness::stats {
namespace {

Trial trial_with(double log_speedup, std::uint64_t seed) {
  return simulated_trial({.launch_pairs = 8, .log_speedup = log_speedup, .launch_sd = 0.002, .batch_sd = 0.002}, seed);
}

TEST(Suspects, AreThoseThatScreeningCannotClear) {
  EXPECT_FALSE(is_suspect(trial_with(0, 1), {}));
  EXPECT_TRUE(is_suspect(trial_with(0.03, 2), {}));
  EXPECT_TRUE(is_suspect(trial_with(-0.03, 3), {}));
  Trial failed = trial_with(0.03, 4);
  failed.failure = Failure{Stage::Launch, "", "no such file", ""};
  EXPECT_FALSE(is_suspect(failed, {}));
}

TEST(Suspects, AreFoundBeforeTheRuleItselfIsSure) {
  // One launch pair of eight says otherwise: too much for the first look, and no reason to be calm.
  const Trial trial = trial_of({0.01, 0.02, 0.03, 0.015, 0.025, -0.004, 0.02, 0.01});
  const Rule rule{.looks = {8, 16, 32, 64}};
  EXPECT_EQ(judge(trial, rule).at(0).verdict, Verdict::Undecided);
  EXPECT_TRUE(is_suspect(trial, rule));
  EXPECT_TRUE(screened(trial, rule));
}

TEST(Suspects, SmallButRealIsCleared) {
  const Trial trial = trial_with(0.005, 1);  // certain, and within the tolerance
  const Comparison comparison = judge(trial, {}).at(0);
  ASSERT_EQ(comparison.verdict, Verdict::Unchanged);
  ASSERT_GT(comparison.decision->interval->low, 1);
  EXPECT_FALSE(is_suspect(trial, {}));
}

TEST(Screening, GoesOnWhereItIsNeitherSuspectNorDecided) {
  const Trial noisy = trial_of({0.03, -0.03, 0.02, -0.02, 0.04, -0.04, 0.01, -0.01});
  EXPECT_FALSE(screened(noisy, {.looks = {8, 16}}));
  EXPECT_TRUE(screened(noisy, {.looks = {8}}));  // the last look
  EXPECT_FALSE(screened(trial_with(0.03, 2), {.looks = {16}}));  // between looks nobody looks
}

TEST(Screening, AloneCallsNothingDifferent) {
  const std::vector<Comparison> unconfirmed = judge_unconfirmed({trial_with(0.03, 2), {}});
  EXPECT_EQ(unconfirmed.at(0).verdict, Verdict::Undecided);
  EXPECT_EQ(unconfirmed.at(0).warnings.back(),
            "the screening alone would say improved; it was not confirmed on fresh launch pairs");
  EXPECT_EQ(judge_unconfirmed({trial_with(0, 1), {}}), judge(trial_with(0, 1), {}));
}

TEST(Confirm, SharesTheErrorRate) {
  EXPECT_NEAR(confirmation_rule({.confidence = 0.95}, 5).confidence, 0.99, 1e-12);
  EXPECT_EQ(confirmation_rule({.confidence = 0.95}, 1).confidence, 0.95);
  EXPECT_EQ(confirmation_rule({.confidence = 0.95}, 0).confidence, 0.95);
}

// Twelve launch pairs with one sign have p = 2 / 4096; with the smallest of them against the rest, 4 / 4096.
TEST(Confirm, HolmDecidesWhatStands) {
  std::vector<RuledTrial> fresh;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    fresh.push_back({simulated_trial({.launch_pairs = 12, .log_speedup = 0.03, .launch_sd = 0.002}, seed), {}});
  }
  const auto confirmed = confirm(fresh);
  ASSERT_EQ(confirmed.size(), 2u);
  for (const std::vector<Confirmation>& of_trial : confirmed) {
    const Confirmation& confirmation = of_trial.at(0);
    EXPECT_EQ(confirmation.comparison.verdict, Verdict::Improved);
    EXPECT_NEAR(confirmation.p, 2.0 / 4096, 1e-12);
    EXPECT_NEAR(confirmation.adjusted_p, 4.0 / 4096, 1e-12);
  }
}

TEST(Confirm, WhatIsNotCertainAmongManyIsUndecided) {
  // Six launch pairs of one sign: p = 2 / 64, enough alone, too much twice.
  const Trial trial = simulated_trial({.launch_pairs = 6, .log_speedup = 0.03, .launch_sd = 0.002}, 1);
  EXPECT_EQ(confirm({{trial, {}}}).at(0).at(0).comparison.verdict, Verdict::Improved);
  const auto two = confirm({{trial, {}}, {trial, {}}});
  EXPECT_NEAR(two[0].at(0).adjusted_p, 4.0 / 64, 1e-12);
  EXPECT_EQ(two[0].at(0).comparison.verdict, Verdict::Undecided);
  EXPECT_EQ(two[1].at(0).comparison.verdict, Verdict::Undecided);
  EXPECT_EQ(two[0].at(0).comparison.warnings.back(),
            "alone it would be improved; among all suspects of the suite it is not certain enough (adjusted p 0.0625)");
}

TEST(Confirm, UnchangedNeedsNoPermission) {
  const auto confirmed = confirm({{trial_with(0, 1), {}}, {trial_with(0, 2), {}}});
  EXPECT_EQ(confirmed[0].at(0).comparison.verdict, Verdict::Unchanged);
  EXPECT_EQ(confirmed[1].at(0).comparison.verdict, Verdict::Unchanged);
}

Comparison comparison_at(const std::vector<double>& log_speedups) {
  Comparison comparison;
  comparison.scenario = "fs/block_map";
  comparison.after.variant.role = Role::After;
  for (const double value : log_speedups) comparison.estimates.push_back({.log_speedup = value});
  comparison.decision = Speedup{std::exp(log_speedups.at(0)), std::nullopt};
  return comparison;
}

TEST(SuiteSpeedup, IsTheGeometricMeanOfMedians) {
  const std::vector<Comparison> comparisons{comparison_at({std::log(2.0), std::log(2.0), std::log(9.0)}),
                                            comparison_at({std::log(0.5)}), comparison_at({std::log(1.331)})};
  const SuiteSpeedup suite = suite_speedup(comparisons, 0.95, 1);
  EXPECT_NEAR(suite.speedup.ratio, 1.1, 1e-12);  // cube root of 2 * 0.5 * 1.331
  EXPECT_EQ(suite.comparisons, 3);
  ASSERT_TRUE(suite.speedup.interval);
  EXPECT_LT(suite.speedup.interval->low, 1.1);
  EXPECT_GT(suite.speedup.interval->high, 1.1);
  EXPECT_EQ(suite_speedup(comparisons, 0.95, 1).speedup, suite.speedup);
}

// With one launch pair per comparison there is no launch noise, and the bootstrap must agree with Student's interval of
// the mean of 0, 1, ..., 9 %: 4.5 % +- t(0.975, 9) * 3.02765 % / sqrt(10) = 2.26216 * 0.95743 %.
TEST(SuiteSpeedup, IntervalAgreesWithStudentsWhereThatHolds) {
  std::vector<Comparison> comparisons;
  for (int i = 0; i < 10; ++i) comparisons.push_back(comparison_at({0.01 * i}));
  const Interval interval = *suite_speedup(comparisons, 0.95, 3).speedup.interval;
  EXPECT_NEAR(std::log(interval.low), 0.045 - 0.0216586, 0.0015);
  EXPECT_NEAR(std::log(interval.high), 0.045 + 0.0216586, 0.0015);
}

TEST(SuiteSpeedup, NoiseOfLaunchPairsWidensTheInterval) {
  std::vector<Comparison> quiet, noisy;
  for (int i = 0; i < 8; ++i) {
    quiet.push_back(comparison_at({0.01, 0.01, 0.01, 0.01, 0.01}));
    noisy.push_back(comparison_at({-0.09, -0.04, 0.01, 0.06, 0.11}));
  }
  EXPECT_NEAR(suite_speedup(quiet, 0.95, 1).speedup.interval->low, std::exp(0.01), 1e-12);
  EXPECT_LT(suite_speedup(noisy, 0.95, 1).speedup.interval->low, std::exp(-0.01));
}

TEST(SuiteSpeedup, LeavesOutWhatHasNoSpeedupAndNamesIt) {
  std::vector<Comparison> comparisons{comparison_at({0.1}), comparison_at({0.1}), comparison_at({0.1}),
                                      comparison_at({0.1})};
  comparisons[1].verdict = Verdict::Invalid;
  comparisons[1].parameters = {{"ops", std::int64_t{5}}};
  comparisons[2].estimates.clear();
  comparisons[3].after.variant.role = Role::Beyond;
  const SuiteSpeedup suite = suite_speedup(comparisons, 0.95, 1);
  EXPECT_EQ(suite.comparisons, 1);
  EXPECT_EQ(suite.left_out, (std::vector<std::string>{"fs/block_map ops=5", "fs/block_map"}));
  EXPECT_FALSE(suite.speedup.interval);
  EXPECT_NEAR(suite.speedup.ratio, std::exp(0.1), 1e-12);
  EXPECT_EQ(suite_speedup({}, 0.95, 1).speedup, Speedup{});
}

TEST(SignBalance, ASuiteThatLeansByLittleIsOneSided) {
  std::vector<Comparison> comparisons(12, comparison_at({-0.004}));
  const SignBalance balance = sign_balance(comparisons);
  EXPECT_EQ(balance.slower, 12);
  EXPECT_EQ(balance.faster, 0);
  EXPECT_NEAR(balance.p, 2.0 / 4096, 1e-15);
  EXPECT_TRUE(balance.one_sided);
}

TEST(SignBalance, LargeChangesAndFewComparisonsMayLean) {
  EXPECT_FALSE(sign_balance(std::vector<Comparison>(12, comparison_at({-0.2}))).one_sided);
  EXPECT_FALSE(sign_balance(std::vector<Comparison>(8, comparison_at({-0.004}))).one_sided);
  std::vector<Comparison> others(12, comparison_at({-0.004}));
  for (Comparison& comparison : others) comparison.after.variant.role = Role::Ablation;
  EXPECT_EQ(sign_balance(others).p, 1);
  std::vector<Comparison> balanced(24, comparison_at({-0.004}));
  for (std::size_t i = 0; i < 12; ++i) balanced[i] = comparison_at({0.004});
  EXPECT_FALSE(sign_balance(balanced).one_sided);
}

}  // namespace
}  // namespace harness::stats
