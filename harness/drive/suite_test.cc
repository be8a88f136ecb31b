// The driver against real workers. Nothing here depends on how fast they are.
#include "harness/drive/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <map>
#include <set>

#include "harness/drive/fake_worker.h"
#include "harness/drive/placement.h"
#include "harness/drive/schedule.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;

const std::atomic<bool> kNeverInterrupted = false;

bool never(const Trial&) { return false; }

// Writes down what it is told: "0 started", "0 pair 0", "1 failed", "0 done".
class Recorder : public Observer {
 public:
  void trial_started(int trial, const Trial& header) override {
    note(trial, "started");
    headers[trial] = header;
  }
  void launch_pair_done(int trial, const LaunchPair& pair) override {
    note(trial, "pair " + std::to_string(pair.index));
  }
  void trial_failed(int trial, const Failure& failure) override { note(trial, "failed: " + failure.message); }
  void trial_done(int trial) override { note(trial, "done"); }

  [[nodiscard]] std::vector<std::string> of(int trial) const {
    std::vector<std::string> notes;
    for (const auto& [about, text] : log) {
      if (about == trial) notes.push_back(text);
    }
    return notes;
  }

  std::vector<std::pair<int, std::string>> log;
  std::map<int, Trial> headers;

 private:
  void note(int trial, std::string text) { log.emplace_back(trial, std::move(text)); }
};

Scenario described(const std::string& name) {
  static const std::vector<Scenario> kScenarios = list_scenarios(fake_worker());
  return *std::ranges::find(kScenarios, name, &Scenario::name);
}

TrialPlan trial_of(const std::string& name) {
  TrialPlan plan{.scenario = described(name)};
  plan.parameters = plan.scenario.points.front().parameters;
  for (const Variant& variant : plan.scenario.variants) plan.variants.push_back({fake_worker(), variant, variant});
  return plan;
}

SuitePlan suite_of(const std::vector<std::string>& names) {
  SuitePlan plan{.seed = 42,
                 .launch_pairs = 3,
                 .batch_time = milliseconds(1),
                 .launch_pair_time = milliseconds(6),
                 .most_rounds = 4,
                 .batch_timeout = seconds(100),
                 .launch_timeout = seconds(100)};
  for (const std::string& name : names) plan.trials.push_back(trial_of(name));
  return plan;
}

Trial run_one(const SuitePlan& plan) {
  Recorder recorder;
  return run_suite(plan, recorder, never, kNeverInterrupted).trials.front();
}

Failure failure_of(const std::string& scenario) {
  SuitePlan plan = suite_of({scenario});
  // Long enough for those that answer, on a machine that is busy with other things too.
  if (scenario == "fake/hang_on_open") plan.launch_timeout = seconds(2);
  if (scenario == "fake/hang_on_run") plan.batch_timeout = seconds(2);
  const Trial trial = run_one(plan);
  EXPECT_TRUE(trial.launch_pairs.empty());
  return trial.failure.value_or(Failure{.message = "no failure"});
}

TEST(RunSuite, MeasuresEveryLaunchPair) {
  const Trial trial = run_one(suite_of({"fake/equal"}));
  EXPECT_EQ(trial.failure, std::nullopt);
  EXPECT_GT(trial.iterations, 1U);
  ASSERT_EQ(trial.launch_pairs.size(), 3U);
  for (int index = 0; index < 3; ++index) {
    const LaunchPair& pair = trial.launch_pairs[static_cast<std::size_t>(index)];
    EXPECT_EQ(pair.index, index);
    EXPECT_EQ(pair.seed, launch_pair_seed(42, 0, index));
    EXPECT_GT(pair.elapsed_ns, 0);
    for (const Batch& batch : pair.batches) {
      EXPECT_EQ(batch.iterations, static_cast<double>(trial.iterations));
      EXPECT_EQ(batch.items, static_cast<double>(trial.iterations));
      EXPECT_LT(batch.started_ns, pair.elapsed_ns);
    }
  }
}

TEST(RunSuite, BatchesFollowTheSchedule) {
  const LaunchPair pair = run_one(suite_of({"fake/equal"})).launch_pairs.back();
  std::map<int, std::vector<int>> variants;
  double last_start = 0;
  for (const Batch& batch : pair.batches) {
    EXPECT_EQ(batch.slot, static_cast<int>(variants[batch.round].size()));
    variants[batch.round].push_back(batch.variant);
    EXPECT_GT(batch.started_ns, last_start);
    last_start = batch.started_ns;
  }
  EXPECT_EQ(variants.begin()->first, kWarmUpRound);
  EXPECT_GE(variants.size(), 3U);  // the warm-up and at least two rounds
  for (const auto& [round, order] : variants) EXPECT_EQ(order, slot_order(pair.seed, round, 2));
}

TEST(RunSuite, ValuesStandUnderTheirMetrics) {
  const Trial trial = run_one(suite_of({"fake/metric"}));
  std::vector<std::string> names;
  for (const Metric& metric : trial.metrics) names.push_back(metric.name);
  EXPECT_THAT(names, ElementsAre("wall_time", "cpu_time", "involuntary_switches", "voluntary_switches", "minor_faults",
                                 "major_faults", "allocations"));
  for (const Batch& batch : trial.launch_pairs.front().batches) {
    ASSERT_EQ(batch.values.size(), 7U);
    EXPECT_GT(batch.values[0], 0);
    EXPECT_GT(batch.values[1], 0);
    EXPECT_EQ(batch.values[6], batch.iterations * (batch.variant == 0 ? 10 : 5));
  }
}

TEST(RunSuite, AMetricNobodyReportsIsNotANumber) {
  SuitePlan plan = suite_of({"fake/equal"});
  plan.trials.front().scenario.metrics = {{"instructions", "count"}};
  const Trial trial = run_one(plan);
  for (const Batch& batch : trial.launch_pairs.at(0).batches) EXPECT_TRUE(std::isnan(batch.values.back()));
}

TEST(RunSuite, BuildsAreTheWorkersOwnWithTheDigestOfTheFile) {
  for (const TrialVariant& variant : run_one(suite_of({"fake/equal"})).variants) {
    EXPECT_EQ(variant.build.program, "fake_worker");
    EXPECT_FALSE(variant.build.compiler.empty());
    EXPECT_EQ(variant.build.sha256.size(), 64U);
  }
}

TEST(RunSuite, WhoeverBuiltAWorkerKnowsItsRevisionBest) {
  SuitePlan plan = suite_of({"fake/equal"});
  plan.trials.front().variants[1].revision = "1234567890ab";
  const Trial trial = run_one(plan);
  EXPECT_NE(trial.variants[0].build.revision, "1234567890ab");
  EXPECT_EQ(trial.variants[1].build.revision, "1234567890ab");
}

TEST(RunSuite, ATrialThatIsRefusedFailsUnmeasured) {
  SuitePlan plan = suite_of({"fake/equal", "fake/tail"});
  plan.trials.front().refusal = "they are two different workloads";
  Recorder recorder;
  const SuiteResult result = run_suite(plan, recorder, never, kNeverInterrupted);
  ASSERT_TRUE(result.trials[0].failure);
  EXPECT_EQ(result.trials[0].failure->stage, Stage::Verify);
  EXPECT_THAT(recorder.of(0), ElementsAre("started", "failed: they are two different workloads"));
  EXPECT_EQ(result.trials[1].launch_pairs.size(), 3U);
}

TEST(RunSuite, VariantsAreNamedAsLabelled) {
  SuitePlan plan = suite_of({"fake/equal"});
  VariantPlan& again = plan.trials.front().variants.back();
  again.opened = plan.trials.front().variants.front().opened;
  again.labelled.name = "steady (again)";
  const Trial trial = run_one(plan);
  EXPECT_EQ(trial.failure, std::nullopt);
  EXPECT_EQ(trial.variants[0].variant.name, "steady");
  EXPECT_EQ(trial.variants[1].variant.name, "steady (again)");
}

TEST(RunSuite, ThreeVariantsTakeTurns) {
  SuitePlan plan = suite_of({"fake/equal"});
  plan.trials.front().variants.push_back({fake_worker(), {"changed", Role::After}, {"a third", Role::Beyond}});
  const Trial trial = run_one(plan);
  EXPECT_EQ(trial.failure, std::nullopt);
  std::map<int, int> batches;
  for (const Batch& batch : trial.launch_pairs.front().batches) ++batches[batch.variant];
  EXPECT_EQ(batches.size(), 3U);
  EXPECT_EQ(batches[0], batches[1]);
  EXPECT_EQ(batches[0], batches[2]);
}

TEST(RunSuite, AThreadedScenarioRuns) { EXPECT_EQ(run_one(suite_of({"fake/threads"})).launch_pairs.size(), 3U); }

// Whenever the observer is told of an end, no worker is alive.
TEST(RunSuite, NoWorkerOutlivesItsLaunchPair) {
  class CountChildren : public Recorder {
   public:
    void launch_pair_done(int, const LaunchPair&) override { expect_none(); }
    void trial_failed(int, const Failure&) override { expect_none(); }
    int ends = 0;

   private:
    void expect_none() {
      ++ends;
      siginfo_t child{};
      EXPECT_EQ(waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT), -1);
      EXPECT_EQ(errno, ECHILD);
    }
  } observer;
  run_suite(suite_of({"fake/equal", "fake/crash_on_run", "fake/wrong_answer", "fake/error_on_open"}), observer, never,
            kNeverInterrupted);
  EXPECT_EQ(observer.ends, 6);
}

TEST(RunSuite, TellsTheObserverInOrder) {
  Recorder recorder;
  run_suite(suite_of({"fake/equal", "fake/crash_on_run", "fake/tail"}), recorder, never, kNeverInterrupted);
  EXPECT_THAT(recorder.of(0), ElementsAre("started", "pair 0", "pair 1", "pair 2", "done"));
  EXPECT_THAT(recorder.of(1), ElementsAre("started", HasSubstr("failed: ")));
  EXPECT_THAT(recorder.of(2), ElementsAre("started", "pair 0", "pair 1", "pair 2", "done"));
  EXPECT_GT(recorder.headers[0].iterations, 0U);
  EXPECT_TRUE(recorder.headers[0].launch_pairs.empty());
}

TEST(RunSuite, LaunchPairsOfTrialsTakeTurnsInTheSeededOrder) {
  Recorder recorder;
  run_suite(suite_of({"fake/equal", "fake/drift", "fake/tail"}), recorder, never, kNeverInterrupted);
  std::vector<std::pair<int, std::string>> pairs, expected;
  std::ranges::copy_if(recorder.log, std::back_inserter(pairs), [](auto& note) { return note.second[0] == 'p'; });
  for (int index = 0; index < 3; ++index) {
    for (const int trial : trial_order(42, index, 3)) expected.emplace_back(trial, "pair " + std::to_string(index));
  }
  EXPECT_EQ(pairs, expected);
}

TEST(RunSuite, TheStopRuleEndsATrialAndNotTheOthers) {
  Recorder recorder;
  const StopRule stop = [](const Trial& trial) { return trial.scenario == "fake/tail"; };
  const SuiteResult result = run_suite(suite_of({"fake/equal", "fake/tail"}), recorder, stop, kNeverInterrupted);
  EXPECT_EQ(result.trials[0].launch_pairs.size(), 3U);
  EXPECT_THAT(recorder.of(1), ElementsAre("started", "pair 0", "done"));
  EXPECT_FALSE(result.interrupted);
}

TEST(RunSuite, AnInterruptKeepsWhatWasMeasured) {
  std::atomic<bool> interrupted = false;
  const StopRule stop = [&interrupted](const Trial& trial) {
    interrupted = trial.launch_pairs.size() == 2;
    return false;
  };
  Recorder recorder;
  const SuiteResult result = run_suite(suite_of({"fake/equal"}), recorder, stop, interrupted);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.trials.front().launch_pairs.size(), 2U);
  EXPECT_EQ(result.trials.front().failure, std::nullopt);
  EXPECT_THAT(recorder.of(0), ElementsAre("started", "pair 0", "pair 1"));
}

TEST(RunSuite, AnInterruptWithinALaunchPairDropsIt) {
  std::atomic<bool> interrupted = false;
  class InterruptAtStart : public Recorder {
   public:
    explicit InterruptAtStart(std::atomic<bool>& flag) : flag_(flag) {}
    void trial_started(int, const Trial&) override { flag_ = true; }

   private:
    std::atomic<bool>& flag_;
  } observer(interrupted);
  const SuiteResult result = run_suite(suite_of({"fake/equal", "fake/tail"}), observer, never, interrupted);
  EXPECT_TRUE(result.interrupted);
  for (const Trial& trial : result.trials) EXPECT_TRUE(trial.launch_pairs.empty());
}

TEST(RunSuite, FailuresCarryTheirStageAndVariant) {
  const std::map<std::string, Stage> stages{
      {"fake/crash_on_open", Stage::Open},    {"fake/hang_on_open", Stage::Open},
      {"fake/error_on_open", Stage::Open},    {"fake/crash_on_run", Stage::Calibrate},
      {"fake/hang_on_run", Stage::Calibrate}, {"fake/garbage", Stage::Calibrate},
      {"fake/error", Stage::Calibrate}};
  for (const auto& [scenario, stage] : stages) {
    const Failure failure = failure_of(scenario);
    EXPECT_EQ(failure.stage, stage) << scenario << ": " << failure.message;
    EXPECT_EQ(failure.variant, "changed") << scenario;
  }
}

TEST(RunSuite, AWrongAnswerNamesBothChecksums) {
  const Failure failure = failure_of("fake/wrong_answer");
  EXPECT_EQ(failure.stage, Stage::Verify);
  EXPECT_EQ(failure.variant, "changed");
  EXPECT_THAT(failure.message, testing::ContainsRegex("'changed' answered checksum [0-9a-f]+ for 1 iteration.*"
                                                      "'steady' [0-9a-f]+: they do not do the same work"));
}

TEST(RunSuite, DifferentAmountsOfWorkAreAFailure) {
  SuitePlan plan = suite_of({"fake/points"});
  // Two parameter points behind one plan is what a worker looks like that counts differently.
  plan.trials.front().variants.back().worker = {.argv = {"sh", "-c", R"(
    echo 'tandem-worker 1 {"program":"sh"}'
    while read verb iterations; do
      case $verb in
        open) echo opened ;;
        run) echo "sample $iterations items=7 checksum=0 wall_time=2000000" ;;
      esac
    done)"}};
  plan.trials.front().variants.front().worker = plan.trials.front().variants.back().worker;
  std::string& script = plan.trials.front().variants.front().worker.argv.back();
  script.replace(script.find("items=7"), 7, "items=8");
  const Trial trial = run_one(plan);
  ASSERT_TRUE(trial.failure);
  EXPECT_EQ(trial.failure->stage, Stage::Verify);
  EXPECT_EQ(trial.failure->message,
            "'changed' did 7 units of work for 1 iterations, 'steady' 8: they do not do the same work");
}

TEST(RunSuite, AWorkerThatCannotBeStartedFailsItsTrialOnly) {
  SuitePlan plan = suite_of({"fake/equal", "fake/tail"});
  plan.trials.front().variants.back().worker = {.argv = {"/nowhere/engine_bench"}};
  Recorder recorder;
  const SuiteResult result = run_suite(plan, recorder, never, kNeverInterrupted);
  ASSERT_TRUE(result.trials[0].failure);
  EXPECT_EQ(result.trials[0].failure->stage, Stage::Launch);
  EXPECT_EQ(result.trials[0].variants[1].build.program, "engine_bench");
  EXPECT_THAT(recorder.of(0),
              ElementsAre("started", "failed: cannot start /nowhere/engine_bench: there is no such file"));
  EXPECT_EQ(result.trials[1].launch_pairs.size(), 3U);
}

TEST(RunSuite, APlanWithoutAComparisonIsRefused) {
  SuitePlan plan = suite_of({"fake/equal"});
  plan.trials.front().variants.pop_back();
  Recorder recorder;
  EXPECT_THROW(run_suite(plan, recorder, never, kNeverInterrupted), UsageError);
}

TEST(RunSuite, TheDriverGetsItsCpusBack) {
  const std::vector<int> before = allowed_cpus();
  run_one(suite_of({"fake/equal"}));
  EXPECT_EQ(allowed_cpus(), before);
}

TEST(ListScenarios, AsksTheWorker) {
  const std::vector<Scenario> scenarios = list_scenarios(fake_worker({"fake/threads"}));
  ASSERT_EQ(scenarios.size(), 1U);
  EXPECT_EQ(scenarios.front().threads, 2);
  EXPECT_THROW(list_scenarios({.argv = {"false"}}), Error);
}

}  // namespace
}  // namespace harness::drive
