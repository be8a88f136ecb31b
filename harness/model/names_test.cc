#include <gtest/gtest.h>

#include "harness/model/comparison.h"
#include "harness/model/error.h"
#include "harness/model/run.h"
#include "harness/model/scenario.h"

namespace harness {
namespace {

TEST(Names, EveryWordReadsBack) {
  for (const Verdict verdict : {Verdict::Improved, Verdict::Regressed, Verdict::Unchanged, Verdict::Undecided,
                                Verdict::Mixed, Verdict::Invalid}) {
    EXPECT_EQ(verdict_from_string(to_string(verdict)), verdict);
  }
  for (const Role role : {Role::Before, Role::After, Role::Beyond, Role::Ablation, Role::Control}) {
    EXPECT_EQ(role_from_string(to_string(role)), role);
  }
  for (const Stage stage : {Stage::Build, Stage::Launch, Stage::Open, Stage::Calibrate, Stage::Run, Stage::Verify}) {
    EXPECT_EQ(stage_from_string(to_string(stage)), stage);
  }
  for (const RunKind kind :
       {RunKind::Run, RunKind::Aa, RunKind::Compare, RunKind::Nightly, RunKind::Bisect, RunKind::Calibrate, RunKind::Import}) {
    EXPECT_EQ(run_kind_from_string(to_string(kind)), kind);
  }
}

TEST(Names, AnUnknownWordNamesTheKnownOnes) {
  try {
    (void)preset_from_string("quik");
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "there is no preset 'quik'; there are: smoke, quick, standard, full");
  }
}

// The figures of two published before/after measurements (Apache Kudu, source mails 000 and 004).
TEST(ChangePercent, SaysTheSpeedupAsAChangeOfTime) {
  EXPECT_NEAR(change_percent(37293.8 / 29191.6, Direction::LowerIsBetter), -21.7, 0.05);
  EXPECT_NEAR(change_percent(4419.16 / 4133.22, Direction::LowerIsBetter), -6.5, 0.05);
  EXPECT_NEAR(change_percent(622559.0 / 459718.0, Direction::HigherIsBetter), 35.4, 0.05);
}

}  // namespace
}  // namespace harness
