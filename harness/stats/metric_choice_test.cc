#include "harness/stats/metric_choice.h"

#include <gtest/gtest.h>

namespace harness::stats {
namespace {

struct Totals {
  double wall;
  double cpu;
  double voluntary = 0;
  double involuntary = 0;
};

Trial trial_with(const Totals& before, const Totals& after) {
  Trial trial;
  trial.variants.resize(2);
  trial.metrics = {{std::string(kWallTime), "ns"},
                   {std::string(kCpuTime), "ns"},
                   {std::string(kVoluntarySwitches), "count"},
                   {std::string(kInvoluntarySwitches), "count"},
                   {"misses", "count"}};
  trial.launch_pairs.resize(1);
  int variant = 0;
  for (const Totals& totals : {before, after}) {
    const std::vector<double> values{totals.wall, totals.cpu, totals.voluntary, totals.involuntary, 5};
    trial.launch_pairs[0].batches.push_back({.variant = variant, .round = 0, .items = 1, .values = values});
    // The warm-up round waits for the disk; it must not count.
    trial.launch_pairs[0].batches.push_back(
        {.variant = variant, .round = -1, .items = 1, .values = {900, 1, 50, 0, 5}});
    ++variant;
  }
  return trial;
}

std::string automatic(const Trial& trial) { return choose_metric(trial, 0, 1, "auto").name; }

TEST(MetricChoice, WallTimeWhenBothVariantsHadTheCpu) {
  EXPECT_EQ(automatic(trial_with({100, 99}, {80, 79})), kWallTime);
}

TEST(MetricChoice, CpuTimeWhenEitherWasPreempted) {
  EXPECT_EQ(automatic(trial_with({100, 97, 0, 3}, {100, 100})), kCpuTime);
  EXPECT_EQ(automatic(trial_with({100, 100}, {100, 97, 0, 3})), kCpuTime);
  EXPECT_EQ(automatic(trial_with({100, 98.5, 0, 3}, {100, 98.5, 0, 3})),
            kWallTime);  // 1.5 %: within what clocks differ
}

TEST(MetricChoice, WallTimeWhenItWaitsOfItsOwnAccord) {
  EXPECT_EQ(automatic(trial_with({100, 60, 40, 2}, {100, 97, 0, 3})), kWallTime);
  EXPECT_EQ(automatic(trial_with({100, 97, 0, 3}, {100, 60, 40, 2})), kWallTime);
  EXPECT_EQ(automatic(trial_with({100, 60, 2, 40}, {100, 60, 2, 40})), kCpuTime);
}

TEST(MetricChoice, WallTimeWithSeveralThreads) {
  Trial trial = trial_with({100, 60, 0, 3}, {100, 60, 0, 3});
  trial.threads = 2;
  EXPECT_EQ(automatic(trial), kWallTime);
}

TEST(MetricChoice, TheRuleNamesThenTheScenarioNames) {
  Trial trial = trial_with({100, 60, 0, 3}, {100, 60, 0, 3});
  trial.metric = "misses";
  EXPECT_EQ(choose_metric(trial, 0, 1, "auto").name, "misses");
  EXPECT_EQ(choose_metric(trial, 0, 1, "auto").column, 4);
  EXPECT_EQ(choose_metric(trial, 0, 1, "wall_time").name, "wall_time");
  EXPECT_EQ(choose_metric(trial, 0, 1, "wattage").column, -1);
  EXPECT_EQ(choose_metric(trial, 0, 1, "wattage").name, "wattage");
}

TEST(MetricChoice, TheOtherClockIsShown) {
  const Trial trial = trial_with({100, 99}, {80, 79});
  EXPECT_EQ(choose_metric(trial, 0, 1, "wall_time").other, 1);
  EXPECT_EQ(choose_metric(trial, 0, 1, "cpu_time").other, 0);
  EXPECT_EQ(choose_metric(trial, 0, 1, "misses").other, 0);
}

TEST(MetricChoice, WithoutClocksTheFirstMetricDecides) {
  Trial trial = trial_with({100, 99}, {80, 79});
  trial.metrics = {{"misses", "count"}};
  EXPECT_EQ(automatic(trial), "misses");
  EXPECT_FALSE(choose_metric(trial, 0, 1, "auto").other);
  trial.metrics = {{std::string(kCpuTime), "ns"}};
  EXPECT_EQ(automatic(trial), kCpuTime);
  trial.metrics.clear();
  EXPECT_EQ(choose_metric(trial, 0, 1, "auto").column, -1);
}

}  // namespace
}  // namespace harness::stats
