#include "harness/stats/characteristics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/stats/power.h"
#include "harness/stats/sequential.h"
#include "harness/stats/simulated.h"

namespace harness::stats {
namespace {

// Two variants whose second does so many times the work, with launch pairs of exactly these log speedups beyond that.
Trial slowed(const std::vector<double>& log_speedups, double factor) {
  std::vector<double> with_work = log_speedups;
  for (double& value : with_work) value -= std::log(factor);
  Trial trial = trial_of(with_work);
  trial.variants[1].work_factor = factor;
  for (LaunchPair& launch_pair : trial.launch_pairs) launch_pair.elapsed_ns = 1e9;
  return trial;
}

const std::vector<double> kQuiet = {0.001, -0.001, 0.002, -0.002, 0.0015, -0.0015, 0.0005, -0.0005};

TEST(WithoutKnownSlowdowns, LeavesWhatWasMeasuredOfEqualPrograms) {
  const Trial level = without_known_slowdowns(slowed(kQuiet, 1.05));
  const Comparison comparison = compare(level, 0, 1, {});
  for (std::size_t i = 0; i < kQuiet.size(); ++i) {
    EXPECT_NEAR(comparison.estimates.at(i).log_speedup, kQuiet[i], 1e-12);
  }
}

TEST(Characterise, AKnownSlowdownIsFoundAndIsAnAaPairWithoutIt) {
  const Characteristics learned = characterise(slowed(kQuiet, 1.05), {}, 8);
  EXPECT_EQ(learned.launch_pairs, 8);
  ASSERT_EQ(learned.detections.size(), 1U);
  EXPECT_NEAR(learned.detections[0].slowdown, 0.05, 1e-12);
  EXPECT_EQ(learned.detections[0].found.verdicts, 1);
  EXPECT_EQ(learned.detections[0].found.of, 1);
  EXPECT_EQ(learned.false_alarms.verdicts, 0);
  EXPECT_EQ(learned.false_alarms.of, 1);
  EXPECT_NEAR(*learned.noise_floor, 0, 1e-12);  // the median of kQuiet
}

TEST(Characterise, OnlyWholeBlocksGiveVerdictsAndAllLaunchPairsTheSpread) {
  std::vector<double> ten = kQuiet;
  ten.insert(ten.end(), {0.02, -0.02});
  const Characteristics learned = characterise(slowed(ten, 1.0), {}, 8);
  EXPECT_EQ(learned.launch_pairs, 10);
  EXPECT_EQ(learned.false_alarms.of, 1);
  double squares = 0;
  for (const double value : ten) squares += value * value;  // their mean is 0
  EXPECT_NEAR(*learned.least_detectable, *minimum_detectable_effect(std::sqrt(squares / 9), 8, level_at({}, 8)), 1e-9);
  EXPECT_FALSE(characterise(slowed({0.01}, 1.0), {}, 8).noise_floor);
  EXPECT_FALSE(characterise(slowed({0.01}, 1.0), {}, 8).false_alarms.interval);
}

TEST(Characterise, ADifferenceWhereThereIsNoneIsAFalseAlarm) {
  std::vector<double> biased = kQuiet;
  for (double& value : biased) value += 0.03;
  const Characteristics learned = characterise(slowed(biased, 1.0), {}, 8);
  EXPECT_EQ(learned.false_alarms.verdicts, 1);
  EXPECT_NEAR(*learned.noise_floor, std::expm1(0.03), 1e-9);
}

TEST(Characterise, LooksAsTheRuleSaysAndTakesTheTimeOfTwoVariants) {
  std::vector<double> sixteen = kQuiet;
  sixteen.insert(sixteen.end(), kQuiet.begin(), kQuiet.end());
  Trial trial = slowed(sixteen, 1.05);
  const Rule rule{.looks = {8, 16}};
  EXPECT_DOUBLE_EQ(*characterise(trial, rule, 16).verdict_seconds, 8);  // decided at the first look
  EXPECT_DOUBLE_EQ(*characterise(trial, {}, 16).verdict_seconds, 16);
  trial.variants.push_back({{"third", Role::Control}, {}, 1.0});
  trial.variants.push_back({{"fourth", Role::Control}, {}, 1.0});
  EXPECT_DOUBLE_EQ(*characterise(trial, rule, 16).verdict_seconds, 4);  // half of four
}

TEST(Characterise, AFailureKeepsWhatWasMeasured) {
  Trial trial = slowed(kQuiet, 1.05);
  trial.failure = Failure{Stage::Run, "", "it crashed", ""};
  const Characteristics learned = characterise(trial, {}, 8);
  EXPECT_EQ(learned.failure, trial.failure);
  EXPECT_EQ(learned.detections.at(0).found.verdicts, 1);
}

// Clopper and Pearson's interval of 0 of 12 at 95 %: 1 - 0.025^(1/12) = 26.5 %.
TEST(RateOf, HasTheExactInterval) {
  EXPECT_EQ(rate_of(0, 12).interval->low, 0);
  EXPECT_NEAR(rate_of(0, 12).interval->high, 1 - std::pow(0.025, 1.0 / 12), 1e-9);
  EXPECT_FALSE(rate_of(0, 0).interval);
}

}  // namespace
}  // namespace harness::stats
