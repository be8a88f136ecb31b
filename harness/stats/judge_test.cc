#include "harness/stats/judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/model/error.h"
#include "harness/stats/simulated.h"

namespace harness::stats {
namespace {

bool warns_of(const Comparison& comparison, const std::string& words) {
  for (const std::string& warning : comparison.warnings) {
    if (warning.find(words) != std::string::npos) return true;
  }
  return false;
}

bool warning_begins_with(const Comparison& comparison, const std::string& words) {
  for (const std::string& warning : comparison.warnings) {
    if (warning.starts_with(words)) return true;
  }
  return false;
}

void scale(Trial& trial, int variant, std::size_t column, double factor) {
  for (LaunchPair& launch_pair : trial.launch_pairs) {
    for (Batch& batch : launch_pair.batches) {
      if (batch.variant == variant) batch.values[column] *= factor;
    }
  }
}

TEST(Judge, FindsAPlantedImprovementAndItsSize) {
  const Trial trial = simulated_trial({.log_speedup = std::log(1.02)}, 1);
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Improved);
  EXPECT_NEAR(comparison.decision->ratio, 1.02, 0.006);
  EXPECT_NEAR(comparison.median->ratio, 1.02, 0.006);
  EXPECT_NEAR(comparison.mean->ratio, 1.02, 0.006);
  EXPECT_EQ(comparison.launch_pairs, 12);
  EXPECT_EQ(comparison.estimates.size(), 12u);
  EXPECT_NEAR(*comparison.before_median / *comparison.after_median, 1.02, 0.006);
  EXPECT_NEAR(*comparison.before_mean / *comparison.after_mean, 1.02, 0.006);
  EXPECT_NEAR(*comparison.after_median, 50, 0.5);  // simulated: 50 ns an item
}

TEST(Judge, CarriesWhatTheTrialSays) {
  Trial trial = simulated_trial({}, 1);
  trial.parameters = {{"ops", std::int64_t{33289}}};
  trial.reported = Reported{"a change log", "total", 1.27, ""};
  const Comparison comparison = judge(trial, {.tolerance = 0.02}).at(0);
  EXPECT_EQ(comparison.scenario, "simulated/known_truth");
  EXPECT_EQ(comparison.parameters, trial.parameters);
  EXPECT_EQ(comparison.before, trial.variants[0]);
  EXPECT_EQ(comparison.after, trial.variants[1]);
  EXPECT_EQ(comparison.metric, (Metric{"wall_time", "ns/op"}));
  EXPECT_EQ(comparison.reported, trial.reported);
  EXPECT_EQ(comparison.rule, "launch-pairs/1 looks=end confidence=0.95 tolerance=0.02 metric=auto");
  EXPECT_EQ(comparison.tolerance, 0.02);
  EXPECT_FALSE(comparison.noise_floor);
}

TEST(Judge, IsPure) {
  const Trial trial = simulated_trial({.tail_share = 0.05}, 3);
  const Rule rule{.looks = {8, 12}};
  EXPECT_EQ(judge(trial, rule), judge(trial, rule));
}

TEST(Judge, ComparesBeforeWithEveryOtherVariant) {
  Trial trial = simulated_trial({}, 1);
  trial.variants.push_back({{"third", Role::Beyond}, {}});
  for (LaunchPair& launch_pair : trial.launch_pairs) {
    const std::vector<Batch> batches = launch_pair.batches;
    for (Batch batch : batches) {
      if (batch.variant != 1) continue;
      batch.variant = 2;
      for (double& value : batch.values) value /= 2;
      launch_pair.batches.push_back(batch);
    }
  }
  const std::vector<Comparison> comparisons = judge(trial, {});
  ASSERT_EQ(comparisons.size(), 2u);
  EXPECT_EQ(comparisons[0].after.variant.name, "second");
  EXPECT_EQ(comparisons[1].after.variant.name, "third");
  EXPECT_EQ(comparisons[1].verdict, Verdict::Improved);
  EXPECT_NEAR(compare(trial, 1, 2, {}).decision->ratio, 2, 1e-9);
  EXPECT_NEAR(compare(trial, 2, 1, {}).decision->ratio, 0.5, 1e-9);
  EXPECT_THROW(compare(trial, 0, 3, {}), Error);
  EXPECT_THROW(compare(trial, -1, 1, {}), Error);
}

TEST(Judge, HigherIsBetterTurnsTheSpeedupOver) {
  Trial trial = simulated_trial({.log_speedup = std::log(1.05)}, 1);
  trial.metrics[0] = {"throughput", "bytes", Direction::HigherIsBetter};
  const Comparison comparison = judge(trial, {.metric = "throughput"}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Regressed);  // after has 5 % less of what is wanted
  EXPECT_NEAR(comparison.decision->ratio, 1 / 1.05, 0.006);
  EXPECT_NEAR(comparison.mean->ratio, 1 / 1.05, 0.006);
}

TEST(Judge, WhenPreemptedCpuTimeDecidesAndWallTimeIsShown) {
  Trial trial = simulated_trial({.log_speedup = std::log(1.02), .wall_over_cpu = 1.3}, 1);
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.metric.name, "cpu_time");
  ASSERT_TRUE(comparison.other_metric);
  EXPECT_EQ(comparison.other_metric->metric, (Metric{"wall_time", "ns/op"}));
  EXPECT_NEAR(comparison.other_metric->median.ratio, 1.02, 0.006);
  EXPECT_FALSE(warning_begins_with(comparison, "wall-only"));
}

TEST(Judge, ClocksThatDisagreeAreSaid) {
  Trial trial = simulated_trial({.wall_over_cpu = 1.3}, 1);
  scale(trial, 1, 0, 1.1);  // after waits longer and computes the same
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.metric.name, "cpu_time");
  EXPECT_EQ(comparison.verdict, Verdict::Unchanged);
  EXPECT_TRUE(warning_begins_with(comparison, "wall-only"));
  EXPECT_TRUE(warns_of(comparison, "wall_time says regressed"));
  // Of a metric that is no clock, a clock is shown, and its verdict is another matter.
  trial.metrics.push_back({"misses", "count"});
  for (LaunchPair& launch_pair : trial.launch_pairs) {
    for (Batch& batch : launch_pair.batches) batch.values.push_back(1000);
  }
  EXPECT_FALSE(warning_begins_with(judge(trial, {.metric = "misses"}).at(0), "wall-only"));
}

TEST(Judge, AFailedTrialIsInvalidAndKeepsItsFailure) {
  Trial trial = simulated_trial({}, 1);
  trial.failure = Failure{Stage::Run, "second", "the worker ended with signal 11", "segfault"};
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Invalid);
  EXPECT_EQ(comparison.failure, trial.failure);
  EXPECT_FALSE(comparison.median);
  EXPECT_FALSE(comparison.before_median);
}

TEST(Judge, TimesThatAreNoTimesAreInvalidWithASentence) {
  for (const double bad : {0.0, -3.0, std::numeric_limits<double>::quiet_NaN()}) {
    Trial trial = simulated_trial({}, 1);
    for (LaunchPair& launch_pair : trial.launch_pairs) {
      for (Batch& batch : launch_pair.batches) batch.values.assign(2, bad);
    }
    const Comparison comparison = judge(trial, {}).at(0);
    EXPECT_EQ(comparison.verdict, Verdict::Invalid);
    EXPECT_EQ(comparison.failure->stage, Stage::Verify);
    EXPECT_EQ(comparison.failure->message,
              "144 of 144 rounds have a batch without a positive wall_time; use longer batches or another metric");
    EXPECT_FALSE(comparison.before_mean);
  }
}

TEST(Judge, AFewBadBatchesAreLeftOutWithAWarning) {
  Trial trial = simulated_trial({.log_speedup = std::log(1.05)}, 1);
  trial.launch_pairs[2].batches[10].values.assign(2, 0);
  trial.launch_pairs[5].batches[20].items = 0;
  trial.iterations = 0;  // foreign batches: the number of items is theirs to choose
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Improved);
  EXPECT_TRUE(warns_of(comparison, "2 of 144 rounds are left out: they have no positive wall_time"));
}

TEST(Judge, MoreThanATenthBadIsInvalid) {
  Trial trial = simulated_trial({}, 1);
  for (std::size_t i = 0; i < 2; ++i) {
    for (Batch& batch : trial.launch_pairs[i].batches) batch.values.assign(2, 0);
  }
  EXPECT_EQ(judge(trial, {}).at(0).verdict, Verdict::Invalid);  // 24 of 144
}

TEST(Judge, AMetricThatWasNotMeasuredIsInvalid) {
  const Comparison comparison = judge(simulated_trial({}, 1), {.metric = "instructions"}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Invalid);
  EXPECT_EQ(comparison.failure->message, "the metric 'instructions' was not measured; there are: wall_time, cpu_time");
}

TEST(Judge, DifferentWorkIsInvalidUnlessTheProgramsChooseIt) {
  Trial trial = simulated_trial({}, 1);
  for (LaunchPair& launch_pair : trial.launch_pairs) {
    for (Batch& batch : launch_pair.batches) {
      if (batch.variant == 1) batch.items *= 1.001;
    }
  }
  EXPECT_EQ(judge(trial, {}).at(0).verdict, Verdict::Invalid);
  EXPECT_EQ(judge(trial, {}).at(0).failure->variant, "second");
  trial.iterations = 0;
  EXPECT_NE(judge(trial, {}).at(0).verdict, Verdict::Invalid);
}

TEST(Judge, ATrialWithoutLaunchPairsIsUndecided) {
  Trial trial = simulated_trial({.launch_pairs = 0}, 1);
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Undecided);
  EXPECT_EQ(comparison.launch_pairs_needed, 6);
  EXPECT_TRUE(warns_of(comparison, "no launch pair was measured"));
}

TEST(Judge, TheNoiseFloorRaisesTheToleranceAndSaysSo) {
  const Trial trial = simulated_trial({.log_speedup = std::log(1.02), .launch_sd = 0.002}, 1);
  EXPECT_EQ(judge(trial, {}).at(0).verdict, Verdict::Improved);
  const Comparison floored = judge(trial, {.noise_floor = 0.03}).at(0);
  EXPECT_EQ(floored.verdict, Verdict::Unchanged);
  EXPECT_EQ(floored.tolerance, 0.03);
  EXPECT_EQ(floored.noise_floor, 0.03);
  EXPECT_TRUE(warns_of(floored, "noise floor for the scenario, 3 %; asked was 1 %"));
  const Comparison quiet = judge(trial, {.noise_floor = 0.004}).at(0);
  EXPECT_EQ(quiet.tolerance, 0.01);
  EXPECT_FALSE(warns_of(quiet, "noise floor"));
}

TEST(Judge, AMachineWithoutSteadyStateIsSaid) {
  const Trial steady = simulated_trial({}, 1);
  EXPECT_FALSE(warns_of(judge(steady, {}).at(0), "slot effect"));
  const Trial drifting = simulated_trial({.batch_sd = 0.005, .drift = -1.5}, 1);  // 3 % from batch to batch
  EXPECT_TRUE(warns_of(judge(drifting, {}).at(0), "slot effect"));
}

TEST(Judge, ATailIsMixed) {
  Trial trial = simulated_trial({.launch_sd = 0.001, .batch_sd = 0.003}, 1);
  for (LaunchPair& launch_pair : trial.launch_pairs) {
    for (Batch& batch : launch_pair.batches) {  // one batch of after in each launch pair takes four times as long
      if (batch.variant != 1 || batch.round != 3) continue;
      for (double& value : batch.values) value *= 4;
      break;
    }
  }
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Mixed);
  EXPECT_NEAR(comparison.median->ratio, 1, 0.003);
  EXPECT_NEAR(comparison.mean->ratio, 24.0 / 27, 0.01);
}

}  // namespace
}  // namespace harness::stats
