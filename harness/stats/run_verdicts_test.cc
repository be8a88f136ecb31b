#include "harness/stats/run_verdicts.h"

#include <gtest/gtest.h>

#include "harness/stats/sequential.h"
#include "harness/stats/simulated.h"
#include "harness/stats/suite_rule.h"

namespace harness::stats {
namespace {

Trial faster(std::uint64_t seed) {
  return simulated_trial({.launch_pairs = 12, .log_speedup = 0.03, .launch_sd = 0.002, .batch_sd = 0.002}, seed);
}

// A canary whose A/A pair differs by so much, and whose slowed variant is 2 % slower than that.
RuledTrial canary(double log_speedup) {
  Trial trial = simulated_trial({.log_speedup = log_speedup, .launch_sd = 0.001, .batch_sd = 0.002}, 7);
  trial.variants[1].variant.role = Role::Control;
  return {trial, {}};
}

TEST(JudgeRun, ATrialOfOneStageIsJudgedAsItIs) {
  const RunVerdicts verdicts = judge_run({{{faster(1), {}}, Evidence::Whole}}, {canary(0)});
  EXPECT_EQ(verdicts.changes.at(0), judge(faster(1), {}));
  EXPECT_EQ(verdicts.canaries.at(0).at(0).verdict, Verdict::Unchanged);
}

TEST(JudgeRun, OnlyFreshLaunchPairsCallADifference) {
  const RunVerdicts verdicts = judge_run({{{faster(1), {}}, Evidence::Screened}, {{faster(2), {}}, Evidence::Fresh}}, {});
  EXPECT_EQ(verdicts.changes.at(0).at(0).verdict, Verdict::Undecided);
  EXPECT_EQ(verdicts.changes.at(1).at(0).verdict, Verdict::Improved);
  const SuiteRule kept = suite_rule_from_string(verdicts.changes.at(1).at(0).rule);
  EXPECT_EQ(kept.stages, Stages::ScreenAndConfirm);
  EXPECT_EQ(to_string(kept.rule), to_string(Rule{}));
}

TEST(JudgeRun, HolmCountsTheFreshOnesOnly) {
  // Six launch pairs of one sign have p = 2 / 64: enough alone, too much twice.
  const Trial six = simulated_trial({.launch_pairs = 6, .log_speedup = 0.03, .launch_sd = 0.002}, 1);
  const ChangeTrial fresh{{six, {}}, Evidence::Fresh};
  const ChangeTrial other{{six, {}}, Evidence::Screened};
  EXPECT_EQ(judge_run({other, fresh, other}, {}).changes.at(1).at(0).verdict, Verdict::Improved);
  EXPECT_EQ(judge_run({fresh, fresh}, {}).changes.at(1).at(0).verdict, Verdict::Undecided);
}

TEST(JudgeRun, AnAaPairThatDiffersTakesEveryVerdict) {
  Trial failed = faster(3);
  failed.failure = Failure{Stage::Run, "", "crashed", ""};
  const RunVerdicts verdicts = judge_run({{{faster(1), {}}}, {{failed, {}}}}, {canary(0), canary(0.03)});
  EXPECT_EQ(verdicts.changes.at(0).at(0).verdict, Verdict::Undecided);
  EXPECT_NE(verdicts.changes.at(0).at(0).warnings.at(0).find("the machine was not steady"), std::string::npos);
  EXPECT_EQ(verdicts.changes.at(1).at(0).verdict, Verdict::Invalid);
  EXPECT_EQ(verdicts.canaries.at(1).at(0).verdict, Verdict::Improved);
}

TEST(JudgeRun, AKnownSlowdownIsNoReasonForDistrust) {
  RuledTrial slowed = canary(-0.02);
  slowed.trial.variants[1].work_factor = 1.02;
  const RunVerdicts verdicts = judge_run({{{faster(1), {}}}}, {slowed});
  EXPECT_EQ(verdicts.canaries.at(0).at(0).after.work_factor, 1.02);
  EXPECT_EQ(verdicts.changes.at(0).at(0).verdict, Verdict::Improved);
}

TEST(JudgeRun, CanariesThatCouldNotStartTakeNoVerdict) {
  RuledTrial aa = canary(0);
  aa.trial.failure = Failure{Stage::Calibrate, "", "too long", ""};
  EXPECT_EQ(judge_run({{{faster(1), {}}}}, {aa}).changes.at(0).at(0).verdict, Verdict::Improved);
  aa.trial.failure->stage = Stage::Verify;
  EXPECT_EQ(judge_run({{{faster(1), {}}}}, {aa}).changes.at(0).at(0).verdict, Verdict::Undecided);
}

TEST(ConfirmedOrScreened, FallsBackWhereNothingWasMeasuredAfresh) {
  Trial empty = faster(2);
  empty.launch_pairs.clear();
  EXPECT_EQ(confirmed_or_screened({faster(1), {}}, {empty, {}}).evidence, Evidence::Screened);
  EXPECT_EQ(confirmed_or_screened({faster(1), {}}, {empty, {}}).measured.trial, faster(1));
  EXPECT_EQ(confirmed_or_screened({faster(1), {}}, {faster(2), {}}).measured.trial, faster(2));
  empty.failure = Failure{Stage::Run, "", "crashed", ""};
  EXPECT_EQ(confirmed_or_screened({faster(1), {}}, {empty, {}}).evidence, Evidence::Fresh);
}

TEST(SuiteRule, ReadsBackWhatItWrites) {
  const Rule rule{.tolerance = 0.02, .noise_floor = 0.013, .looks = {8, 16}};
  for (const Stages stages : {Stages::One, Stages::ScreenAndConfirm}) {
    const SuiteRule read = suite_rule_from_string(to_string({rule, stages}));
    EXPECT_EQ(read.stages, stages);
    EXPECT_EQ(to_string(read.rule), to_string(rule));
  }
  EXPECT_EQ(to_string({Rule{}, Stages::One}), to_string(Rule{}));
}

}  // namespace
}  // namespace harness::stats
