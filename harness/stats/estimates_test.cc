#include "harness/stats/estimates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string_view>

#include "harness/stats/descriptive.h"
#include "harness/stats/simulated.h"

namespace harness::stats {
namespace {

Trial empty_trial(Direction direction = Direction::LowerIsBetter) {
  Trial trial;
  trial.variants = {{{"first", Role::Before}, {}}, {{"second", Role::After}, {}}, {{"third", Role::Beyond}, {}}};
  trial.metrics = {{"cost", "ns", direction}};
  return trial;
}

// A round in the order of `order`, 'a' for variant 0, 'b' for 1, 'c' for 2, with these values per item; ten items each.
void add_round(LaunchPair& launch_pair, int round, std::string_view order, const std::vector<double>& values) {
  for (std::size_t slot = 0; slot < order.size(); ++slot) {
    launch_pair.batches.push_back({.variant = order[slot] - 'a',
                                   .round = round,
                                   .slot = static_cast<int>(slot),
                                   .iterations = 1,
                                   .items = 10,
                                   .values = {values[slot] * 10}});
  }
}

TEST(Estimates, ARoundIsTheDifferenceOfMeanLogs) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(1);
  add_round(trial.launch_pairs[0], 0, "abba", {8, 3, 12, 18});
  const LaunchPairEstimate estimate = estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs.at(0);
  EXPECT_NEAR(estimate.log_speedup, std::log(12.0 / 6), 1e-15);  // geometric means of 8, 18 and of 3, 12
  EXPECT_EQ(estimate.before_median, 13);
  EXPECT_EQ(estimate.after_median, 7.5);
  EXPECT_EQ(estimate.before_mean, 13);
  EXPECT_EQ(estimate.after_mean, 7.5);
}

TEST(Estimates, WhereHigherIsBetterTheSignTurns) {
  Trial trial = empty_trial(Direction::HigherIsBetter);
  trial.launch_pairs.resize(1);
  add_round(trial.launch_pairs[0], 0, "baab", {2, 1, 1, 2});
  EXPECT_NEAR(estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs.at(0).log_speedup, std::log(2.0), 1e-15);
}

TEST(Estimates, TheWarmUpRoundIsNotJudged) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(2);
  add_round(trial.launch_pairs[0], -1, "abba", {100, 1, 1, 100});
  add_round(trial.launch_pairs[0], 0, "abba", {2, 1, 1, 2});
  add_round(trial.launch_pairs[1], -1, "abba", {100, 1, 1, 100});  // nothing but warm-up: no estimate
  const Estimates estimates = estimate_launch_pairs(trial, {0, 1, 0});
  ASSERT_EQ(estimates.launch_pairs.size(), 1u);
  EXPECT_EQ(estimates.rounds, 1);
  EXPECT_EQ(estimates.launch_pairs[0].before_mean, 2);
  EXPECT_NEAR(estimates.launch_pairs[0].log_speedup, std::log(2.0), 1e-15);
}

TEST(Estimates, MeanIsTotalOverItemsAndMedianIsRobust) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(1);
  for (int round = 0; round < 3; ++round) add_round(trial.launch_pairs[0], round, "abba", {4, 2, 2, 4});
  trial.launch_pairs[0].batches[0].values[0] = 1000;  // one slow batch of before: 100 per item
  trial.launch_pairs[0].batches[4].items = 40;        // one with four times the work, at a quarter of the cost each
  const LaunchPairEstimate estimate = estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs.at(0);
  EXPECT_EQ(estimate.before_median, 4);
  EXPECT_NEAR(estimate.before_mean, (1000.0 + 5 * 40) / 90, 1e-12);
  EXPECT_EQ(estimate.after_mean, 2);
}

TEST(Estimates, WithSeveralVariantsEachContrastSeesItsOwnTwo) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(1);
  add_round(trial.launch_pairs[0], 0, "acbbca", {4, 1, 2, 2, 1, 4});
  EXPECT_NEAR(estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs.at(0).log_speedup, std::log(2.0), 1e-15);
  EXPECT_NEAR(estimate_launch_pairs(trial, {0, 2, 0}).launch_pairs.at(0).log_speedup, std::log(4.0), 1e-15);
  EXPECT_NEAR(estimate_launch_pairs(trial, {1, 2, 0}).launch_pairs.at(0).log_speedup, std::log(2.0), 1e-15);
}

TEST(Estimates, ARoundThatOneVariantMissedIsLeftOutSilently) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(1);
  add_round(trial.launch_pairs[0], 0, "ab", {3, 1});  // one batch each: a command run once
  add_round(trial.launch_pairs[0], 1, "a", {1});      // interrupted
  const Estimates estimates = estimate_launch_pairs(trial, {0, 1, 0});
  EXPECT_EQ(estimates.rounds, 1);
  EXPECT_EQ(estimates.unusable, 0);
  EXPECT_NEAR(estimates.launch_pairs.at(0).log_speedup, std::log(3.0), 1e-15);
  EXPECT_TRUE(estimates.slots.empty());
}

TEST(Estimates, RoundsWithoutAPositiveFiniteValueAreCounted) {
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Trial trial = empty_trial();
    trial.launch_pairs.resize(1);
    add_round(trial.launch_pairs[0], 0, "abba", {2, 1, 1, 2});
    add_round(trial.launch_pairs[0], 1, "abba", {2, bad, 1, 2});
    add_round(trial.launch_pairs[0], 2, "abba", {2, 1, 1, 2});
    trial.launch_pairs[0].batches.back().items = 0;
    add_round(trial.launch_pairs[0], 3, "abba", {2, 1, 1, 2});
    trial.launch_pairs[0].batches.back().values.clear();
    const Estimates estimates = estimate_launch_pairs(trial, {0, 1, 0});
    EXPECT_EQ(estimates.rounds, 4);
    EXPECT_EQ(estimates.unusable, 3);
    EXPECT_EQ(estimates.launch_pairs.at(0).before_mean, 2);
    EXPECT_NEAR(estimates.launch_pairs.at(0).log_speedup, std::log(2.0), 1e-15);
  }
}

TEST(Estimates, SlotIsTheFirstHalfOverTheSecond) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(1);
  add_round(trial.launch_pairs[0], 0, "abba", {4, 6, 3, 2});
  EXPECT_NEAR(estimate_launch_pairs(trial, {0, 1, 0}).slots.at(0), std::log(2.0), 1e-15);
}

TEST(Estimates, ALaunchPairIsTheMedianOfItsRounds) {
  Trial trial = empty_trial();
  trial.launch_pairs.resize(1);
  int round = 0;
  for (const double factor : {2.0, 1.1, 90.0})
    add_round(trial.launch_pairs[0], round++, "abba", {factor, 1, 1, factor});
  EXPECT_NEAR(estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs.at(0).log_speedup, std::log(2.0), 1e-15);
}

// Linear drift, however steep, cancels within each round: 5 % growth over a launch pair of 12 rounds.
TEST(Estimates, LinearDriftCancels) {
  const Trial trial = simulated_trial({.launch_pairs = 5, .launch_sd = 0, .batch_sd = 0, .drift = 0.05}, 3);
  for (const LaunchPairEstimate& estimate : estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs) {
    EXPECT_NEAR(estimate.log_speedup, 0, 1e-12);
  }
}

// A batch that follows one of its own variant finds its caches warm. Order is random, so that costs precision, not
// truth.
TEST(Estimates, CarryOverBetweenNeighboursDoesNotBias) {
  const Trial trial = simulated_trial({.launch_pairs = 400, .launch_sd = 0, .carry_over = 0.03}, 4);
  std::vector<double> log_speedups;
  for (const auto& estimate : estimate_launch_pairs(trial, {0, 1, 0}).launch_pairs) {
    log_speedups.push_back(estimate.log_speedup);
  }
  EXPECT_NEAR(mean(log_speedups), 0, 4 * standard_deviation(log_speedups) / 20);
  EXPECT_LT(standard_deviation(log_speedups), 0.006);
}

}  // namespace
}  // namespace harness::stats
