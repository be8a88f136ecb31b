#include <gtest/gtest.h>

#include "harness/model/error.h"
#include "results/store/store.h"
#include "results/store/testing/made_up.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

harness::Recording made_up_recording() {
  harness::Recording recording{.source = "out/a.json", .format = "google-benchmark", .recorded_at = "2026-11-30 02:00"};
  recording.context = {{"num_cpus", "2"}};
  recording.metrics = {{"wall_time", "ns", harness::Direction::LowerIsBetter}, {"hits", "count", std::nullopt}};
  recording.left_out = {"1 failed rows: x"};
  recording.notices = {"strange"};
  recording.extent = harness::Extent::CutOff;
  harness::RecordedScenario scenario{.name = "a/b \"c\"\n", .label = "label"};
  scenario.parameters.add("n", std::int64_t{8});
  scenario.parameters.add("order", "sorted");
  scenario.side = harness::Side::After;
  scenario.series = {{0, harness::Statistic::Sample, 3, {0.1, 1e300, 3e-310}, {}, {}},
                     {1, harness::Statistic::Mean, 10, {7}, 0.01, 0.8333}};
  recording.scenarios = {scenario, {.name = "other", .series = {{0, harness::Statistic::Sample, 1, {1}, {}, {}}}}};
  return recording;
}

TEST(Recordings, ComeBackAsTheyWere) {
  const TemporaryFolder folder;
  auto store = Store::open(folder.path() / "s.db", Access::ReadWrite);
  const harness::Run run = made_up_run("20261130T020000Z-0001");
  store.begin_run(run, made_up_machine());
  store.save_recording(run.id, made_up_recording(), 1);
  harness::Recording first = made_up_recording();
  first.source = "first.json";
  store.save_recording(run.id, first, 0);
  const auto report = store.report(run.id);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->recordings.size(), 2u);
  EXPECT_EQ(report->recordings[0], first);
  EXPECT_EQ(report->recordings[1], made_up_recording());
  EXPECT_TRUE(store.check().empty());
}

TEST(Recordings, AComparisonKeepsWhatItWasJudgedFrom) {
  const TemporaryFolder folder;
  auto store = Store::open(folder.path() / "s.db", Access::ReadWrite);
  const harness::Run run = made_up_run("20261130T020000Z-0001");
  store.begin_run(run, made_up_machine());
  const harness::Trial trial = made_up_header("a");
  auto comparison = made_up_comparison(trial, harness::Verdict::Improved);
  comparison.recorded = harness::Recorded{{{1.5, 0.1}, 2, harness::Statistic::Sample}, {{9}, 10, harness::Statistic::Mean}};
  store.save_comparisons(run.id, store.begin_trial(run.id, trial), {comparison});
  EXPECT_EQ(store.report(run.id)->comparisons.at(0), comparison);
}

TEST(Recordings, ARunThatIsNotThereIsAnError) {
  const TemporaryFolder folder;
  auto store = Store::open(folder.path() / "s.db", Access::ReadWrite);
  EXPECT_THROW(store.save_recording("20261130T020000Z-0001", made_up_recording()), harness::Error);
}

}  // namespace
}  // namespace results::store
