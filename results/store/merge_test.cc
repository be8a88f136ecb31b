#include "results/store/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "results/store/testing/made_up.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

using harness::Verdict;
using ::testing::SizeIs;

// Without the missing values, which compare unequal to themselves.
harness::LaunchPair whole_launch_pair(int index) {
  harness::LaunchPair launch_pair = made_up_launch_pair(index);
  for (auto& batch : launch_pair.batches) {
    std::ranges::replace_if(batch.values, [](double value) { return std::isnan(value); }, 5.0);
  }
  return launch_pair;
}

class MergeTest : public ::testing::Test {
 protected:
  MergeTest() {
    from_.emplace(Store::open(folder_.file("from.db"), Access::ReadWrite));
    into_.emplace(Store::open(folder_.file("into.db"), Access::ReadWrite));
  }

  // A run with everything that a run may have.
  void fill(const std::string& id) {
    harness::Run run = made_up_run(id);
    from_->begin_run(run, made_up_machine());
    const harness::Trial header = made_up_header("a"), other = made_up_header("b");
    const TrialId screening = from_->begin_trial(id, header, 0);
    from_->save_launch_pair(screening, whole_launch_pair(0));
    const TrialId change = from_->begin_confirmation(id, header, 0, screening);
    from_->save_launch_pair(change, whole_launch_pair(1));
    from_->save_comparisons(id, change, {made_up_comparison(header, Verdict::Regressed)});
    const TrialId broken = from_->begin_trial(id, other, 1);
    from_->save_failure(broken, {.stage = harness::Stage::Run, .variant = "x", .message = "crashed", .stderr_tail = "tail"});
    const TrialId canary = from_->begin_trial(id, header, 0, Purpose::Canary);
    from_->save_launch_pair(canary, whole_launch_pair(2));
    from_->save_comparisons(id, canary, {made_up_comparison(header, Verdict::Unchanged)});
    run.state = harness::RunState::Done;
    from_->finish_run(run);
  }

  TemporaryFolder folder_;
  std::optional<Store> from_, into_;
};

TEST_F(MergeTest, EverythingOfARunComesAlong) {
  fill("r1");
  EXPECT_EQ(merge(*from_, *into_).added, 1);
  EXPECT_EQ(into_->report("r1"), from_->report("r1"));
  EXPECT_EQ(into_->trials("r1"), from_->trials("r1"));
  EXPECT_EQ(into_->canary_trials("r1"), from_->canary_trials("r1"));
  EXPECT_EQ(into_->screening_trials("r1"), from_->screening_trials("r1"));
  EXPECT_THAT(into_->trials("r1"), SizeIs(2));
  EXPECT_THAT(into_->screening_trials("r1"), SizeIs(1));
}

TEST_F(MergeTest, DoingItAgainChangesNothingAndRunsThatAreThereStay) {
  fill("r1");
  (void)merge(*from_, *into_);
  fill("r2");
  const Merged again = merge(*from_, *into_);
  EXPECT_EQ(again.added, 1);
  EXPECT_EQ(again.present, 1);
  EXPECT_THAT(into_->runs(10), SizeIs(2));
}

TEST_F(MergeTest, ARunThatIsStillMeasuredIsLeftOut) {
  from_->begin_run(made_up_run("r1"), made_up_machine());
  EXPECT_EQ(merge(*from_, *into_).running, 1);
  EXPECT_THAT(into_->runs(10), SizeIs(0));
}

TEST_F(MergeTest, NoiseFloorsAndBaselinesComeAlongOnce) {
  fill("r1");
  from_->save_noise_floor({made_up_machine().fingerprint, "a", made_up_header("a").parameters, 0.02, 20, "2026-11-30T02:00:00Z"});
  from_->save_baseline({"release", "1111", "one", "shipped", "2026-11-29T02:00:00Z"});
  from_->save_baseline({"release", "2222", "two", "shipped again", "2026-11-30T02:00:00Z"});
  (void)merge(*from_, *into_);
  (void)merge(*from_, *into_);
  EXPECT_EQ(into_->noise_floors(made_up_machine().fingerprint), from_->noise_floors(made_up_machine().fingerprint));
  EXPECT_EQ(into_->baselines_named("release"), from_->baselines_named("release"));
}

}  // namespace
}  // namespace results::store
