#include "harness/drive/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "harness/drive/calibration.h"
#include "harness/drive/fake_worker.h"
#include "harness/drive/suite.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

class NobodyListens : public Observer {
 public:
  void trial_started(int, const Trial&) override {}
  void launch_pair_done(int, const LaunchPair&) override {}
  void trial_failed(int, const Failure&) override {}
  void trial_done(int) override {}
};

TrialPlan equal_variants() {
  TrialPlan plan{.scenario = list_scenarios(fake_worker({"fake/equal"})).front()};
  for (const Variant& variant : plan.scenario.variants) plan.variants.push_back({fake_worker(), variant, variant});
  return plan;
}

Trial measured(const TrialPlan& trial) {
  const SuitePlan plan{.trials = {trial},
                       .seed = 1,
                       .launch_pairs = 1,
                       .batch_time = std::chrono::milliseconds(1),
                       .launch_pair_time = std::chrono::milliseconds(4),
                       .most_rounds = 2,
                       .batch_timeout = std::chrono::seconds(100),
                       .launch_timeout = std::chrono::seconds(100)};
  NobodyListens observer;
  const std::atomic<bool> interrupted = false;
  return run_suite(
             plan, observer, [](const Trial&) { return false; }, interrupted)
      .trials.front();
}

TEST(WorkerCopy, IsAnotherFileWithTheSameContentAndLength) {
  std::string path;
  {
    const WorkerCopy copy(fake_worker({"fake/equal"}));
    path = copy.command().argv.front();
    const std::string original = fake_worker().argv.front();
    EXPECT_EQ(path.size(), std::filesystem::absolute(original).lexically_normal().string().size());
    EXPECT_FALSE(std::filesystem::equivalent(path, original));
    EXPECT_EQ(std::filesystem::file_size(path), std::filesystem::file_size(original));
    EXPECT_EQ(copy.command().argv.back(), "fake/equal");
    EXPECT_EQ(list_scenarios(copy.command()).size(), 1U);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(WorkerCopy, AProgramThatIsNotThereIsSaid) { EXPECT_THROW(WorkerCopy({.argv = {"/nowhere/engine_bench"}}), Error); }

TEST(GranularityFor, MakesTheFactorsWhole) {
  EXPECT_EQ(granularity_for({1.0, 1.0}), 1U);
  EXPECT_EQ(granularity_for({1.0, 1.02}), 50U);
  EXPECT_EQ(granularity_for({1.0, 1.005}), 200U);
  EXPECT_EQ(granularity_for({1.0, 1.02, 1.05}), 100U);
  EXPECT_EQ(granularity_for({1.0, 0.5}), 2U);
  EXPECT_EQ(granularity_for({1.0, 1.0001}), 0U);
}

TEST(Canaries, AreControlsOfTheSameVariant) {
  const TrialPlan trial = equal_variants();
  const WorkerCopy copy(fake_worker());
  const TrialPlan plan = canaries(trial, copy);
  ASSERT_EQ(plan.variants.size(), 3U);
  EXPECT_EQ(plan.variants[1].labelled, (Variant{"steady (copy)", Role::Control}));
  EXPECT_EQ(plan.variants[1].opened.name, "steady");
  EXPECT_EQ(plan.variants[1].worker, copy.command());
  EXPECT_EQ(plan.variants[2].labelled, (Variant{"steady (+2 % work)", Role::Control}));
  EXPECT_EQ(plan.variants[2].worker, trial.variants.front().worker);
  EXPECT_EQ(slowed(trial.variants.front(), 1.005).labelled.name, "steady (+0.5 % work)");
}

TEST(Canaries, TheExtraWorkIsDoneAndNotCredited) {
  TrialPlan plan = equal_variants();
  // Twice the work, so that the clock shows it on any machine.
  plan.variants = {plan.variants.front(), slowed(plan.variants.front(), 2.0)};
  const Trial trial = measured(plan);
  ASSERT_EQ(trial.failure, std::nullopt);
  double before = 0, slow = 0;
  for (const Batch& batch : trial.launch_pairs.front().batches) {
    EXPECT_EQ(batch.iterations, static_cast<double>(trial.iterations));
    EXPECT_EQ(batch.items, static_cast<double>(trial.iterations));
    (batch.variant == 0 ? before : slow) += batch.values[1];  // CPU time
  }
  EXPECT_NEAR(slow / before, 2.0, 0.5);
}

TEST(Canaries, IterationsAreAMultipleThatMeetsTheFactor) {
  const WorkerCopy copy(fake_worker());
  const Trial trial = measured(canaries(equal_variants(), copy));
  ASSERT_EQ(trial.failure, std::nullopt);
  EXPECT_EQ(trial.iterations % 50, 0U);
  EXPECT_EQ(trial.variants[0].build.sha256, trial.variants[1].build.sha256);
}

TEST(Canaries, IterationsTooLongForTheFactorAreAFailure) {
  TrialPlan plan = equal_variants();
  const WorkerCommand slow{.argv = {"sh", "-c", R"sh(
    echo 'tandem-worker 1 {"program":"sh"}'
    while read verb iterations; do
      case $verb in
        open) echo opened ;;
        run) echo "sample $iterations items=$iterations checksum=0 wall_time=$((iterations * 900000000))" ;;
      esac
    done)sh"}};
  for (VariantPlan& variant : plan.variants) variant.worker = slow;
  plan.variants.back().work_factor = 1.02;
  const Trial trial = measured(plan);
  ASSERT_TRUE(trial.failure);
  EXPECT_EQ(trial.failure->stage, Stage::Calibrate);
  EXPECT_EQ(
      trial.failure->message,
      "a known slowdown of this size needs 50 iterations a batch, and they take 45000 ms: choose a scenario whose "
      "iterations are shorter");
}

}  // namespace
}  // namespace harness::drive
