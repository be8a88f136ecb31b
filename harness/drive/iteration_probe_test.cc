#include "harness/drive/iteration_probe.h"

#include <gtest/gtest.h>

#include "harness/drive/fake_worker.h"
#include "harness/drive/suite.h"
#include "harness/drive/trial_runner.h"

namespace harness::drive {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

const std::atomic<bool> kNeverInterrupted = false;

// The after variant first: it is the one that misbehaves.
TrialPlan after_of(const std::string& scenario) {
  TrialPlan plan{.scenario = list_scenarios(fake_worker({scenario})).front()};
  plan.parameters = plan.scenario.points.front().parameters;
  plan.variants = {{fake_worker(), plan.scenario.variants.back(), plan.scenario.variants.back()}};
  return plan;
}

TEST(TimeOfIteration, IsTheWorkersOwn) {
  const auto time = time_of_iteration(after_of("fake/equal"), seconds(100), kNeverInterrupted);
  ASSERT_TRUE(time);
  EXPECT_GT(*time, nanoseconds(0));
  EXPECT_LT(*time, seconds(100));
}

TEST(TimeOfIteration, IsAbsentOfWhatCannotRun) {
  for (const char* scenario : {"fake/crash_on_open", "fake/crash_on_run", "fake/garbage", "fake/error"}) {
    EXPECT_FALSE(time_of_iteration(after_of(scenario), seconds(100), kNeverInterrupted)) << scenario;
  }
  EXPECT_FALSE(time_of_iteration(after_of("fake/hang_on_run"), std::chrono::milliseconds(300), kNeverInterrupted));
}

TEST(TimeOfIteration, StopsWhenTheUserDoes) {
  const std::atomic<bool> interrupted = true;
  EXPECT_THROW((void)time_of_iteration(after_of("fake/hang_on_run"), seconds(100), interrupted), Interrupted);
}

}  // namespace
}  // namespace harness::drive
