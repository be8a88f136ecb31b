#include "results/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/model/error.h"
#include "results/store/testing/made_up.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

using harness::Comparison;
using harness::RunState;
using harness::Trial;
using harness::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class StoreTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string path_ = folder_.file("tandem.db");
};

TrialId begin_trial_of(Store& store, const std::string& run, const Trial& header) {
  store.begin_run(made_up_run(run), made_up_machine());
  return store.begin_trial(run, header);
}

// NaN is unequal to itself: batches are compared with it put to rest.
Trial without_nan(Trial trial) {
  for (auto& launch_pair : trial.launch_pairs) {
    for (auto& batch : launch_pair.batches) {
      for (double& value : batch.values) value = std::isnan(value) ? -1.0 : value;
    }
  }
  return trial;
}

TEST_F(StoreTest, ATrialComesBackAsItWasMeasured) {
  Trial trial = made_up_header("log/blocking_queue");
  {
    Store store = Store::open(path_, Access::ReadWrite);
    const TrialId id = begin_trial_of(store, "r1", trial);
    for (int i = 0; i < 3; ++i) {
      trial.launch_pairs.push_back(made_up_launch_pair(i));
      store.save_launch_pair(id, trial.launch_pairs.back());
    }
    trial.failure = made_up_failure();
    store.save_failure(id, *trial.failure);
  }
  const Store store = Store::open(path_, Access::ReadOnly);
  const auto trials = store.trials("r1");
  ASSERT_THAT(trials, SizeIs(1));
  EXPECT_EQ(without_nan(trials[0]), without_nan(trial));
  EXPECT_TRUE(std::isnan(trials[0].launch_pairs[0].batches[0].values[2]));
}

TEST_F(StoreTest, ATrialCanBeSavedWholeAtOnce) {
  Trial trial = made_up_header("a");
  trial.launch_pairs = {made_up_launch_pair(0), made_up_launch_pair(1)};
  trial.failure = made_up_failure();
  Store store = Store::open(path_, Access::ReadWrite);
  begin_trial_of(store, "r1", trial);
  EXPECT_EQ(without_nan(store.trials("r1").at(0)), without_nan(trial));
}

TEST_F(StoreTest, AReportComesBackAsItWasJudged) {
  const Trial trial = made_up_header("a");
  Store store = Store::open(path_, Access::ReadWrite);
  const TrialId id = begin_trial_of(store, "r1", trial);
  Comparison bare{
      .scenario = "a", .before = trial.variants[0], .after = trial.variants[1], .verdict = Verdict::Invalid};
  Comparison without_interval = made_up_comparison(trial, Verdict::Undecided);
  without_interval.median->interval.reset();
  const std::vector<Comparison> comparisons{made_up_comparison(trial, Verdict::Improved), without_interval, bare};
  store.save_comparisons("r1", id, comparisons);
  harness::Run run = made_up_run("r1");
  run.state = RunState::Done;
  run.finished_at = "2026-11-30T02:03:00Z";
  run.batch_seconds = 100.5;
  run.elapsed_seconds = 123.25;
  run.notes.push_back("and what it learned on its way");
  store.finish_run(run);

  const auto report = Store::open(path_, Access::ReadOnly).report("r1");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->run, run);
  EXPECT_EQ(report->machine, made_up_machine());
  EXPECT_EQ(report->comparisons, comparisons);
}

TEST_F(StoreTest, JudgingAgainReplacesTheTrialsComparisons) {
  const Trial trial = made_up_header("a");
  Store store = Store::open(path_, Access::ReadWrite);
  const TrialId id = begin_trial_of(store, "r1", trial);
  const Comparison first = made_up_comparison(trial, Verdict::Undecided);
  const Comparison second = made_up_comparison(trial, Verdict::Improved);
  store.save_comparisons("r1", id, {first, first});
  store.save_comparisons("r1", id, {second});
  EXPECT_THAT(store.report("r1")->comparisons, ElementsAre(second));
}

TEST_F(StoreTest, ARunThatIsNotThereIsNoReport) {
  const Store store = Store::open(path_, Access::ReadWrite);
  EXPECT_FALSE(store.report("r1"));
  EXPECT_FALSE(store.run("r1"));
  EXPECT_FALSE(store.latest_run());
  EXPECT_THAT(store.trials("r1"), SizeIs(0));
  EXPECT_THAT(store.runs(10), SizeIs(0));
}

TEST_F(StoreTest, RunsAreListedNewestFirstPageByPage) {
  Store store = Store::open(path_, Access::ReadWrite);
  const Trial trial = made_up_header("a");
  for (const char* run : {"r1", "r2", "r3"}) begin_trial_of(store, run, trial);
  const TrialId id = store.begin_trial("r2", trial);
  store.save_comparisons("r2", id,
                         {made_up_comparison(trial, Verdict::Improved), made_up_comparison(trial, Verdict::Improved),
                          made_up_comparison(trial, Verdict::Mixed)});
  const auto first = store.runs(2);
  ASSERT_THAT(first, SizeIs(2));
  EXPECT_EQ(first[0].run.id, "r3");
  EXPECT_EQ(first[1].run.id, "r2");
  EXPECT_EQ(first[1].trials, 2);
  EXPECT_EQ(first[1].improved, 2);
  EXPECT_EQ(first[1].mixed, 1);
  EXPECT_EQ(first[1].regressed + first[1].unchanged + first[1].undecided + first[1].invalid, 0);
  const auto second = store.runs(2, "r2");
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_EQ(second[0].run.id, "r1");
}

TEST_F(StoreTest, TheLatestRunIsAFinishedOneAboutAChange) {
  Store store = Store::open(path_, Access::ReadWrite);
  const auto add = [&](const std::string& id, harness::RunKind kind, RunState state) {
    harness::Run run = made_up_run(id);
    run.kind = kind;
    store.begin_run(run, made_up_machine());
    run.state = state;
    store.finish_run(run);
  };
  add("r1", harness::RunKind::Aa, RunState::Done);
  EXPECT_EQ(store.latest_run()->id, "r1");
  add("r2", harness::RunKind::Run, RunState::Done);
  add("r3", harness::RunKind::Run, RunState::Interrupted);
  add("r4", harness::RunKind::Aa, RunState::Done);
  add("r5", harness::RunKind::Calibrate, RunState::Done);
  EXPECT_EQ(store.latest_run()->id, "r2");
}

TEST_F(StoreTest, HistoryIsOfOneScenarioAtOnePointAndPair) {
  Store store = Store::open(path_, Access::ReadWrite);
  const Trial trial = made_up_header("a");
  Trial other_point = trial;
  other_point.parameters = {{"ops", std::int64_t{1}}};
  for (const char* run : {"r1", "r2", "r3"}) {
    const TrialId id = begin_trial_of(store, run, trial);
    Comparison reversed = made_up_comparison(trial, Verdict::Regressed);
    std::swap(reversed.before, reversed.after);
    store.save_comparisons(run, id, {made_up_comparison(trial, Verdict::Improved), reversed});
    store.save_comparisons(run, store.begin_trial(run, other_point),
                           {made_up_comparison(other_point, Verdict::Unchanged)});
  }
  HistoryQuery query{
      .scenario = "a", .parameters = "ops=33289 order=sorted", .before = "std::list", .after = "std::deque"};
  const auto all = store.history(query);
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].run_id, "r1");
  EXPECT_EQ(all[2].run_id, "r3");
  EXPECT_EQ(all[0].revision, "1f2e3d4-dirty");
  EXPECT_EQ(all[0].machine, "0123456789abcdef");
  EXPECT_EQ(all[0].started_at, "2026-11-30T02:00:00Z");
  Comparison without_estimates = made_up_comparison(trial, Verdict::Improved);
  without_estimates.estimates.clear();
  EXPECT_EQ(all[0].comparison, without_estimates);

  query.limit = 2;
  const auto newest = store.history(query);
  ASSERT_THAT(newest, SizeIs(2));
  EXPECT_EQ(newest[0].run_id, "r2");
}

TEST_F(StoreTest, MachinesBuildsAndScenariosAreKeptOnce) {
  Store store = Store::open(path_, Access::ReadWrite);
  for (const char* run : {"r1", "r2"}) begin_trial_of(store, run, made_up_header("a"));
  harness::Machine other_notes = made_up_machine();
  other_notes.notes = {"quiet"};
  store.begin_run(made_up_run("r3"), other_notes);
  EXPECT_EQ(store.report("r3")->machine, other_notes);
  EXPECT_EQ(store.report("r1")->machine, made_up_machine());
}

TEST_F(StoreTest, UnjudgedTrialsAreThoseWithoutComparison) {
  Store store = Store::open(path_, Access::ReadWrite);
  const Trial judged = made_up_header("judged");
  Trial unjudged = made_up_header("unjudged");
  const TrialId id = begin_trial_of(store, "r1", judged);
  store.save_comparisons("r1", id, {made_up_comparison(judged, Verdict::Improved)});
  const TrialId kept = store.begin_trial("r1", unjudged);
  unjudged.launch_pairs.push_back(made_up_launch_pair(0));
  store.save_launch_pair(kept, unjudged.launch_pairs[0]);
  const auto trials = store.unjudged_trials("r1");
  ASSERT_THAT(trials, SizeIs(1));
  EXPECT_EQ(without_nan(trials[0]), without_nan(unjudged));
}

TEST_F(StoreTest, ParametersKeepTheirKindAndHostileTextComesBackAsText) {
  Store store = Store::open(path_, Access::ReadWrite);
  Trial trial = made_up_header("'; DROP TABLE run; --");
  trial.parameters = {{"a b", "5"}, {"c", std::int64_t{-5}}, {"", "x=y z"}, {"quote\"", "\\ \n\t\x01"}};
  trial.variants[0].variant.name = "<img src=x onerror=alert(1)>";
  begin_trial_of(store, "r1", trial);
  const Trial kept = store.trials("r1").at(0);
  EXPECT_EQ(kept, trial);
}

TEST_F(StoreTest, BytesThatAreNoTextAreReplaced) {
  Store store = Store::open(path_, Access::ReadWrite);
  Trial trial = made_up_header(std::string("a\xFF\0b", 4));
  trial.parameters = {{"n\xC3", "v\xFE"}};
  begin_trial_of(store, "r1", trial);
  const Trial kept = store.trials("r1").at(0);
  EXPECT_EQ(kept.scenario,
            "a\xEF\xBF\xBD\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(kept.parameters, (harness::Parameters{{"n\xEF\xBF\xBD", "v\xEF\xBF\xBD"}}));
}

TEST_F(StoreTest, ASecondRunOfTheSameIdIsRefusedInASentence) {
  Store store = Store::open(path_, Access::ReadWrite);
  store.begin_run(made_up_run("r1"), made_up_machine());
  try {
    store.begin_run(made_up_run("r1"), made_up_machine());
    FAIL() << "accepted";
  } catch (const harness::Error& error) {
    EXPECT_EQ(error.what(), "the store " + path_ + " has a run r1 already");
  }
}

TEST_F(StoreTest, WhatBelongsToNothingIsRefused) {
  Store store = Store::open(path_, Access::ReadWrite);
  EXPECT_THROW(store.finish_run(made_up_run("r1")), harness::Error);
  EXPECT_THROW(store.begin_trial("r1", made_up_header("a")), harness::Error);
  EXPECT_THROW(store.save_launch_pair(7, made_up_launch_pair(0)), harness::Error);
  EXPECT_THROW(store.save_failure(7, made_up_failure()), harness::Error);
  EXPECT_THAT(store.runs(10), SizeIs(0));
}

TEST_F(StoreTest, ALaunchPairOfTheWrongShapeIsRefusedWhole) {
  Store store = Store::open(path_, Access::ReadWrite);
  const TrialId id = begin_trial_of(store, "r1", made_up_header("a"));
  harness::LaunchPair launch_pair = made_up_launch_pair(0);
  launch_pair.batches.back().values.pop_back();
  EXPECT_THROW(store.save_launch_pair(id, launch_pair), harness::Error);
  EXPECT_THAT(store.trials("r1").at(0).launch_pairs, SizeIs(0));
}

}  // namespace
}  // namespace results::store
