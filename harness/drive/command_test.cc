// Whole commands, run for real. Nothing here depends on how fast they are.
#include "harness/drive/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/drive/schedule.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::seconds;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::atomic<bool> kNeverInterrupted = false;

class NobodyListens : public Observer {
 public:
  void trial_started(int, const Trial&) override {}
  void launch_pair_done(int, const LaunchPair&) override {}
  void trial_failed(int, const Failure&) override {}
  void trial_done(int) override {}
};

CommandVariant variant_of(const std::string& name, Role role, const std::string& line) {
  CommandVariant variant;
  variant.labelled.name = name;
  variant.labelled.role = role;
  variant.argv = shell_command(line);
  return variant;
}

CommandSuitePlan plan_of(const std::string& before, const std::string& after,
                         CommandDesign design = CommandDesign::Alternate) {
  CommandTrialPlan trial{.name = "commands", .design = design};
  trial.variants.push_back(variant_of("first", Role::Before, before));
  trial.variants.push_back(variant_of("second", Role::After, after));
  return {.trials = {trial}, .seed = 5, .launch_pairs = 2, .warm_up = 0, .run_timeout = seconds(100)};
}

Trial run_one(const CommandSuitePlan& plan, const std::atomic<bool>& interrupted = kNeverInterrupted) {
  NobodyListens observer;
  return run_commands(
             plan, observer, [](const Trial&) { return false; }, interrupted)
      .trials.front();
}

double value(const Trial& trial, const Batch& batch, std::string_view metric) {
  return batch.values.at(static_cast<std::size_t>(metric_column(trial, metric)));
}

class Folder {
 public:
  Folder() { EXPECT_NE(mkdtemp(path_.data()), nullptr); }
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ = testing::TempDir() + "tandem_command_XXXXXX";
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(RunCommands, ALaunchPairIsOneRunOfEach) {
  const Trial trial = run_one(plan_of("exit 0", "exit 0"));
  EXPECT_EQ(trial.failure, std::nullopt);
  EXPECT_EQ(trial.unit_of_work, "");
  EXPECT_EQ(to_string(trial.parameters), "design=alternate");
  ASSERT_EQ(trial.launch_pairs.size(), 2U);
  for (const LaunchPair& pair : trial.launch_pairs) {
    ASSERT_EQ(pair.batches.size(), 2U);
    EXPECT_NE(pair.batches[0].variant, pair.batches[1].variant);
    for (const Batch& batch : pair.batches) {
      EXPECT_EQ(batch.values.size(), trial.metrics.size());
      EXPECT_GT(value(trial, batch, kWallTime), 0);
      EXPECT_GT(value(trial, batch, kMinorFaults), 0);
      EXPECT_EQ(value(trial, batch, kCpuTime), value(trial, batch, kUserTime) + value(trial, batch, kSystemTime));
    }
  }
}

TEST(RunCommands, TheOrderTurnsRoundFromOneLaunchPairToTheNext) {
  const Trial trial = run_one(plan_of("exit 0", "exit 0"));
  const auto& first = trial.launch_pairs[0].batches;
  const auto& second = trial.launch_pairs[1].batches;
  EXPECT_EQ(first[0].variant, second[1].variant);
  EXPECT_EQ(first[1].variant, second[0].variant);
  EXPECT_EQ(run_order(5, 0, 0, 2), (std::vector<int>{first[0].variant, first[1].variant}));
}

TEST(RunCommands, AlternateRunsOneAfterTheOther) {
  const Trial trial = run_one(plan_of("sleep 0.05", "sleep 0.05"));
  for (const LaunchPair& pair : trial.launch_pairs) {
    EXPECT_GE(pair.batches[1].started_ns, pair.batches[0].started_ns + value(trial, pair.batches[0], kWallTime));
  }
}

// Opening a FIFO waits for its other end: these two only ever end together.
TEST(RunCommands, DuetRunsBothTogether) {
  const Folder folder;
  ASSERT_EQ(mkfifo(folder.file("fifo").c_str(), 0600), 0);
  const Trial trial =
      run_one(plan_of("echo x >" + folder.file("fifo"), "cat " + folder.file("fifo"), CommandDesign::Duet));
  EXPECT_EQ(trial.failure, std::nullopt);
  EXPECT_EQ(trial.launch_pairs.size(), 2U);
}

TEST(RunCommands, DuetHasNoWallTimeAndSharesOneCpu) {
  const Folder folder;
  const std::string tell = "grep Cpus_allowed_list /proc/self/status >>" + folder.file("cpus");
  const Trial trial = run_one(plan_of(tell, tell, CommandDesign::Duet));
  EXPECT_EQ(metric_column(trial, kWallTime), -1);
  EXPECT_GE(metric_column(trial, kCpuTime), 0);
  std::ifstream lines(folder.file("cpus"));
  std::string first, other;
  std::getline(lines, first);
  EXPECT_THAT(first, testing::MatchesRegex("Cpus_allowed_list:\t[0-9]+"));
  for (int line = 1; line < 4; ++line) {
    std::getline(lines, other);
    EXPECT_EQ(other, first);
  }
}

TEST(RunCommands, PreparationRunsBeforeEachRunAndIsNotMeasured) {
  const Folder folder;
  CommandSuitePlan plan = plan_of("echo run >>" + folder.file("log"), "echo run >>" + folder.file("log"));
  for (CommandVariant& variant : plan.trials.front().variants) variant.prepare = "echo prepare >>" + folder.file("log");
  plan.launch_pairs = 1;
  const Trial trial = run_one(plan);
  EXPECT_EQ(content(folder.file("log")), "prepare\nrun\nprepare\nrun\n");
  plan.trials.front().variants.back().prepare = "echo no disk >&2; exit 7";
  const Failure failure = run_one(plan).failure.value();
  EXPECT_EQ(failure.stage, Stage::Launch);
  EXPECT_EQ(failure.variant, "second");
  EXPECT_EQ(failure.message, "the preparation 'echo no disk >&2; exit 7' ended with exit status 7");
  EXPECT_EQ(failure.stderr_tail, "no disk");
}

TEST(RunCommands, WarmUpRunsAreNotKept) {
  const Folder folder;
  CommandSuitePlan plan = plan_of("echo 1 >>" + folder.file("log"), "echo 2 >>" + folder.file("log"));
  plan.warm_up = 3;
  EXPECT_EQ(run_one(plan).launch_pairs.size(), 2U);
  EXPECT_EQ(content(folder.file("log")).size(), 2U * 2 * (3 + 2));
}

TEST(RunCommands, AFailingCommandIsSaid) {
  const Failure failure = run_one(plan_of("exit 0", "echo first >&2; echo last >&2; exit 3")).failure.value();
  EXPECT_EQ(failure.stage, Stage::Run);
  EXPECT_EQ(failure.variant, "second");
  EXPECT_EQ(failure.message, "'second' ended with exit status 3");
  EXPECT_EQ(failure.stderr_tail, "first\nlast");
}

TEST(RunCommands, AFailureOfBothCanBeIgnored) {
  CommandSuitePlan plan = plan_of("exit 3", "exit 3");
  plan.trials.front().exit_status = ExitStatusRule::Ignored;
  EXPECT_EQ(run_one(plan).launch_pairs.size(), 2U);
}

TEST(RunCommands, CommandsThatEndDifferentlyDidDifferentWork) {
  CommandSuitePlan plan = plan_of("exit 0", "exit 3");
  plan.trials.front().exit_status = ExitStatusRule::Ignored;
  const Failure failure = run_one(plan).failure.value();
  EXPECT_EQ(failure.stage, Stage::Verify);
  EXPECT_THAT(failure.message,
              AnyOf(HasSubstr("'second' ended with exit status 3 where 'first' ended with exit status 0"),
                    HasSubstr("'first' ended with exit status 0 where 'second' ended with exit status 3")));
}

TEST(RunCommands, AHangIsEnded) {
  CommandSuitePlan plan = plan_of("echo waiting >&2; sleep 1000", "exit 0");
  plan.run_timeout = seconds(2);
  const Failure failure = run_one(plan).failure.value();
  EXPECT_EQ(failure.stage, Stage::Run);
  EXPECT_EQ(failure.message, "'first' had not ended after 2 s and was ended");
  EXPECT_EQ(failure.stderr_tail, "waiting");
}

TEST(RunCommands, AMissingProgramIsSaid) {
  CommandSuitePlan plan = plan_of("exit 0", "exit 0");
  plan.trials.front().variants.back().argv = {"/nowhere/program"};
  const Failure failure = run_one(plan).failure.value();
  EXPECT_EQ(failure.stage, Stage::Launch);
  EXPECT_EQ(failure.message, "cannot start /nowhere/program: there is no such file");
}

TEST(RunCommands, PrintedNumbersAreMetrics) {
  CommandSuitePlan plan = plan_of("echo warm 1 ops/s; echo; echo done 1250.5 ops/s", "echo done 2e3 ops/s");
  plan.trials.front().printed = {{{"throughput", "ops/s", Direction::HigherIsBetter}, "([0-9.e+]+) ops/s"}};
  const Trial trial = run_one(plan);
  ASSERT_EQ(trial.failure, std::nullopt);
  for (const Batch& batch : trial.launch_pairs.front().batches) {
    EXPECT_EQ(value(trial, batch, "throughput"), batch.variant == 0 ? 1250.5 : 2000);
  }
}

TEST(RunCommands, ANumberThatIsNotPrintedIsSaid) {
  CommandSuitePlan plan = plan_of("echo 5 ops", "echo nothing");
  plan.trials.front().printed = {{{"work", "count"}, "([0-9]+) ops"}};
  const Failure failure = run_one(plan).failure.value();
  EXPECT_EQ(failure.stage, Stage::Verify);
  EXPECT_EQ(failure.message, "'second' printed no number for metric 'work': no line matches '([0-9]+) ops'");
}

TEST(RunCommands, APatternWithoutItsGroupIsRefused) {
  for (const char* const pattern : {"[0-9]+ ops", "([0-9]+) (ops)", "(["}) {
    CommandSuitePlan plan = plan_of("exit 0", "exit 0");
    plan.trials.front().printed = {{{"work", "count"}, pattern}};
    EXPECT_THROW(run_one(plan), UsageError) << pattern;
  }
}

TEST(RunCommands, OutputOfAnySizeBlocksNobody) {
  CommandSuitePlan plan = plan_of("head -c 300000 /dev/zero | tr '\\0' 'x'; echo; echo 7 ops", "echo 7 ops");
  plan.trials.front().variants.front().argv.back() += "; head -c 300000 /dev/zero >&2";
  plan.trials.front().printed = {{{"work", "count"}, "([0-9]+) ops"}};
  EXPECT_EQ(run_one(plan).failure, std::nullopt);
}

TEST(RunCommands, PeakMemoryIsTheCommandsOwn) {
  // The first command keeps 64 MB, far more than this test has ever had.
  const Trial trial = run_one(plan_of("head -c 64000000 /dev/zero | tail -n 1 | wc -c", "exit 0"));
  ASSERT_EQ(trial.failure, std::nullopt);
  for (const Batch& batch : trial.launch_pairs.front().batches) {
    const double peak = value(trial, batch, kMaxRss);
    EXPECT_TRUE(batch.variant == 0 ? peak > 64e6 : std::isnan(peak)) << batch.variant << ": " << peak;
  }
}

TEST(RunCommands, APeakBelowOnesOwnIsNotGuessed) {
  CommandSuitePlan plan = plan_of("exit 0", "exit 0");
  plan.trials.front().metric = kMaxRss;
  const Failure failure = run_one(plan).failure.value();
  EXPECT_EQ(failure.stage, Stage::Verify);
  EXPECT_THAT(failure.message, HasSubstr("needed less memory than the program that measures it"));
}

TEST(RunCommands, AnInterruptEndsAllRuns) {
  std::atomic<bool> interrupted = false;
  const Folder folder;
  NobodyListens observer;
  const StopRule stop = [&interrupted](const Trial&) {
    interrupted = true;
    return false;
  };
  const SuiteResult result = run_commands(plan_of("exit 0", "exit 0"), observer, stop, interrupted);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.trials.front().launch_pairs.size(), 1U);
}

// The same total of bytes above the stack, whichever command is longer.
TEST(RunCommands, AShorterCommandLineIsPadded) {
  const Folder folder;
  const std::string tell = "echo $(( ${#TANDEM_PADDING} + ${#0} )) >>" + folder.file("sum");
  CommandSuitePlan plan = plan_of(tell, tell);
  plan.launch_pairs = 1;
  plan.trials.front().variants[0].argv.push_back("name");
  plan.trials.front().variants[1].argv.push_back("a_much_longer_name");
  run_one(plan);
  std::ifstream sums(folder.file("sum"));
  int first = 0, second = 0;
  sums >> first >> second;
  EXPECT_GT(first, 0);
  EXPECT_EQ(first, second);
}

TEST(RunCommands, AFailureKnownBeforeIsTheTrials) {
  CommandSuitePlan plan = plan_of("exit 0", "exit 0");
  plan.trials.front().failure = Failure{Stage::Run, "first", "'first' ended with exit status 9", ""};
  const Trial trial = run_one(plan);
  EXPECT_EQ(trial.failure, plan.trials.front().failure);
  EXPECT_TRUE(trial.launch_pairs.empty());
}

TEST(RunCommands, ALoneCommandIsRefused) {
  CommandSuitePlan plan = plan_of("exit 0", "exit 0");
  plan.trials.front().variants.pop_back();
  EXPECT_THROW(run_one(plan), UsageError);
}

TEST(ObserveCommand, TellsThreadsAndFailure) {
  const CommandVariant quiet = variant_of("quiet", Role::Before, "exit 0");
  const CommandShape shape = observe_command(quiet, ExitStatusRule::MustBeZero, seconds(30), kNeverInterrupted);
  EXPECT_EQ(shape.most_threads, 1);
  EXPECT_GT(shape.wall_time, 0);
  const CommandVariant failing = variant_of("failing", Role::Before, "echo no >&2; exit 2");
  EXPECT_THROW(observe_command(failing, ExitStatusRule::MustBeZero, seconds(30), kNeverInterrupted), TrialFailed);
  EXPECT_NO_THROW(observe_command(failing, ExitStatusRule::Ignored, seconds(30), kNeverInterrupted));
}

TEST(CommandShape, IsParallelByThreadsOrByCpuTime) {
  EXPECT_FALSE((CommandShape{.wall_time = 100, .cpu_time = 100}).parallel());
  EXPECT_TRUE((CommandShape{.wall_time = 100, .cpu_time = 120}).parallel());
  EXPECT_TRUE((CommandShape{.wall_time = 100, .cpu_time = 50, .most_threads = 2}).parallel());
}

TEST(ObserveCommand, PreparesFirst) {
  const Folder folder;
  CommandVariant command = variant_of("needs a file", Role::Before, "test -e " + folder.file("ready"));
  EXPECT_THROW(observe_command(command, ExitStatusRule::MustBeZero, seconds(30), kNeverInterrupted), TrialFailed);
  command.prepare = "touch " + folder.file("ready");
  EXPECT_NO_THROW(observe_command(command, ExitStatusRule::MustBeZero, seconds(30), kNeverInterrupted));
}

TEST(CommandShape, WaitsWhereItGaveTheCpuAwayItself) {
  const CommandShape asleep{.wall_time = 10e6, .cpu_time = 1e6};
  EXPECT_DOUBLE_EQ(asleep.waiting_share(), 0.9);
  const CommandShape preempted{.wall_time = 10e6, .cpu_time = 1e6, .queue_time = 8.5e6};
  EXPECT_EQ(preempted.waiting_share(), 0);
  const CommandShape brief{.wall_time = 1e6, .cpu_time = 0.5e6};
  EXPECT_EQ(brief.waiting_share(), 0);
  const CommandShape hardly{.wall_time = 1e9, .cpu_time = 0.95e9};
  EXPECT_EQ(hardly.waiting_share(), 0);
}

TEST(SplitCommand, SplitsAsAShellDoes) {
  EXPECT_THAT(split_command("prog -a 'two words' \"and \\\"quoted\\\"\" back\\ slash"),
              ElementsAre("prog", "-a", "two words", "and \"quoted\"", "back slash"));
  setenv("TANDEM_SPLIT_TEST", "value", 1);
  EXPECT_THAT(split_command("prog $TANDEM_SPLIT_TEST"), ElementsAre("prog", "value"));
}

TEST(SplitCommand, WhatNeedsAShellIsRefused) {
  for (const char* const line : {"a | b", "a > b", "a; b", "a & b", "a $(b)", "a 'b", ""}) {
    EXPECT_THROW(split_command(line), UsageError) << line;
  }
  EXPECT_THAT(shell_command("a | b"), ElementsAre("sh", "-c", "a | b"));
}

}  // namespace
}  // namespace harness::drive
