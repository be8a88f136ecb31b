#include "harness/drive/suite_canaries.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "harness/drive/fake_worker.h"
#include "harness/drive/suite.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;

const std::atomic<bool> kNeverInterrupted = false;

SuitePlan suite_of(const std::vector<std::string>& names) {
  SuitePlan plan{.launch_pairs = 2,
                 .batch_time = milliseconds(1),
                 .launch_pair_time = milliseconds(4),
                 .batch_timeout = std::chrono::seconds(100),
                 .launch_timeout = std::chrono::seconds(100)};
  for (const std::string& name : names) {
    TrialPlan trial{.scenario = list_scenarios(fake_worker({name})).front()};
    trial.parameters = trial.scenario.points.front().parameters;
    for (const Variant& variant : trial.scenario.variants) trial.variants.push_back({fake_worker(), variant, variant});
    plan.trials.push_back(std::move(trial));
  }
  return plan;
}

TEST(SuiteCanaries, OneForTheRunIsSingleThreaded) {
  const SuiteCanaries canaries(suite_of({"fake/threads", "fake/metric", "fake/equal"}), CanaryChoice::Run,
                               kNeverInterrupted);
  ASSERT_EQ(canaries.trials().size(), 1U);
  const TrialPlan& trial = canaries.trials().front();
  EXPECT_EQ(trial.scenario.name, "fake/equal");
  ASSERT_EQ(trial.variants.size(), 3U);
  EXPECT_NE(trial.variants[1].worker, trial.variants[0].worker);
  EXPECT_EQ(trial.variants[1].work_factor, 1.0);
  EXPECT_EQ(trial.variants[2].work_factor, 1.02);
  EXPECT_EQ(canaries.lack(), "");
}

TEST(SuiteCanaries, TakeATenthOfTheSuite) {
  std::vector<std::string> names(15, "fake/equal");
  const SuiteCanaries half(suite_of(names), CanaryChoice::Run, kNeverInterrupted);
  EXPECT_DOUBLE_EQ(half.trials().at(0).effort, 1.0);  // 3 variants are a tenth of 15 times 2
  const SuiteCanaries least(suite_of({"fake/equal"}), CanaryChoice::Run, kNeverInterrupted);
  EXPECT_DOUBLE_EQ(least.trials().at(0).effort, kLeastCanaryEffort);
}

TEST(SuiteCanaries, OneForEachAndTheirCopiesAreGoneAfterwards) {
  std::string copy;
  {
    const SuiteCanaries canaries(suite_of({"fake/tail", "fake/equal"}), CanaryChoice::Each, kNeverInterrupted);
    ASSERT_EQ(canaries.trials().size(), 2U);
    EXPECT_EQ(canaries.trials()[0].scenario.name, "fake/tail");
    copy = canaries.trials()[0].variants[1].worker.argv.front();
    EXPECT_EQ(canaries.trials()[1].variants[1].worker.argv.front(), copy);
    EXPECT_TRUE(std::filesystem::exists(copy));
  }
  EXPECT_FALSE(std::filesystem::exists(copy));
}

TEST(SuiteCanaries, IterationsTooLongForASlowdownHaveTheAaPairAlone) {
  SuitePlan plan = suite_of({"fake/equal"});
  plan.batch_time = plan.launch_pair_time = std::chrono::nanoseconds(1);
  const SuiteCanaries canaries(plan, CanaryChoice::Run, kNeverInterrupted);
  EXPECT_EQ(canaries.trials().at(0).variants.size(), 2U);
  EXPECT_EQ(canaries.lack(),
            "no known slowdown among the canaries: an iteration of fake/equal is too long for 2 % more work to be put "
            "into a batch");
}

TEST(SuiteCanaries, NoneIsNoneAndWhatCannotStartIsSaid) {
  EXPECT_TRUE(SuiteCanaries(suite_of({"fake/equal"}), CanaryChoice::None, kNeverInterrupted).trials().empty());
  SuitePlan broken = suite_of({"fake/equal"});
  broken.trials.front().variants.front().worker = {.argv = {"/nowhere/engine_bench"}};
  const SuiteCanaries canaries(broken, CanaryChoice::Run, kNeverInterrupted);
  EXPECT_TRUE(canaries.trials().empty());
  EXPECT_EQ(canaries.lack(), "no canaries: no scenario could be started for them");
}

TEST(SuiteCanaries, AreMeasuredLikeAnyTrial) {
  SuitePlan plan = suite_of({"fake/equal"});
  const SuiteCanaries canaries(plan, CanaryChoice::Run, kNeverInterrupted);
  plan.trials = canaries.trials();
  class Silent : public Observer {
   public:
    void trial_started(int, const Trial&) override {}
    void launch_pair_done(int, const LaunchPair&) override {}
    void trial_failed(int, const Failure&) override {}
    void trial_done(int) override {}
  } observer;
  const SuiteResult result = run_suite(plan, observer, [](const Trial&) { return false; }, kNeverInterrupted);
  EXPECT_EQ(result.trials.at(0).failure, std::nullopt);
  EXPECT_EQ(result.trials.at(0).launch_pairs.size(), 2U);
  EXPECT_EQ(result.trials.at(0).variants.back().work_factor, 1.02);
}

}  // namespace
}  // namespace harness::drive
