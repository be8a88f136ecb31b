#include "harness/drive/worker_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/drive/fake_worker.h"
#include "harness/drive/placement.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr std::chrono::seconds kGenerous{100};
constexpr milliseconds kShort{1000};  // for what never comes

const std::atomic<bool> kNeverInterrupted = false;

WorkerProcess started(const WorkerCommand& command) { return {command, {.cpus = allowed_cpus()}, kNeverInterrupted}; }

WorkerProcess greeted(const WorkerCommand& command) {
  WorkerProcess worker = started(command);
  worker.greet(kGenerous);
  return worker;
}

WorkerError trouble_of(const std::function<void()>& question) {
  try {
    question();
  } catch (const WorkerError& error) {
    return error;
  }
  return {"no trouble", ""};
}

std::string greeting_trouble(const WorkerCommand& command, WorkerProcess::Timeout timeout = kGenerous) {
  return trouble_of([&] { started(command).greet(timeout); }).what();
}

WorkerError run_trouble(const std::string& scenario, WorkerProcess::Timeout timeout = kGenerous) {
  WorkerProcess worker = greeted(fake_worker());
  worker.open({scenario, "changed", {}}, kGenerous);
  return trouble_of([&] { worker.run(10, timeout); });
}

TEST(WorkerProcess, GreetsListsOpensAndRuns) {
  WorkerProcess worker = started(fake_worker({"fake/equal", "fake/points"}));
  EXPECT_EQ(worker.greet(kGenerous).program, "fake_worker");
  const std::vector<Scenario> scenarios = worker.list(kGenerous);
  ASSERT_EQ(scenarios.size(), 2U);
  EXPECT_EQ(scenarios[0].name, "fake/equal");
  EXPECT_EQ(scenarios[1].points.size(), 2U);
  worker.open({"fake/points", "steady", scenarios[1].points[0].parameters}, kGenerous);
  const wire::Sample sample = worker.run(20, kGenerous);
  EXPECT_EQ(sample.iterations, 20U);
  EXPECT_EQ(sample.items, 1000);
}

TEST(WorkerProcess, ARefusalLeavesTheWorkerAlive) {
  WorkerProcess worker = greeted(fake_worker());
  EXPECT_THAT(trouble_of([&] {
                worker.open({"fake/none", "steady", {}}, kGenerous);
              }).what(),
              MatchesRegex("fake_worker reported an error while answering .open fake/none steady.: .*"));
  worker.open({"fake/equal", "steady", {}}, kGenerous);
  EXPECT_EQ(worker.run(3, kGenerous).iterations, 3U);
}

TEST(WorkerProcess, ACrashIsSaidWithItsLastWords) {
  const WorkerError trouble = run_trouble("fake/crash_on_run");
  EXPECT_STREQ(trouble.what(), "fake_worker was ended by signal 11 (Segmentation fault) while answering 'run 10'");
  EXPECT_EQ(trouble.stderr_tail(), "fake_worker: first line before the crash\nfake_worker: last line before the crash");
}

TEST(WorkerProcess, AnEarlyExitIsSaid) {
  EXPECT_STREQ(run_trouble("fake/exit_on_run").what(), "fake_worker ended with exit status 0 while answering 'run 10'");
}

TEST(WorkerProcess, AHangIsEnded) {
  const WorkerError trouble = run_trouble("fake/hang_on_run", kShort);
  EXPECT_STREQ(trouble.what(), "fake_worker was still answering 'run 10' after 1 s and was ended");
  EXPECT_EQ(trouble.stderr_tail(), "fake_worker: waiting for what never comes");
}

TEST(WorkerProcess, GarbageIsQuoted) {
  const WorkerError trouble = run_trouble("fake/garbage");
  EXPECT_THAT(trouble.what(), HasSubstr("fake_worker broke the worker protocol while answering 'run 10': "));
  EXPECT_THAT(trouble.what(), HasSubstr("BM_changed/8"));
}

TEST(WorkerProcess, TheWorkersOwnErrorIsPassedOn) {
  EXPECT_THAT(run_trouble("fake/error").what(), HasSubstr("the queue lost an element"));
}

TEST(WorkerProcess, AMegabyteOfErrorOutputBlocksNobody) {
  WorkerProcess worker = greeted(fake_worker());
  worker.open({"fake/big_stderr", "changed", {}}, kGenerous);
  EXPECT_EQ(worker.run(3, kGenerous).iterations, 3U);
  // What it said last is still there when it is asked for.
  const WorkerError trouble = trouble_of([&] { worker.open({"fake/none", "steady", {}}, kGenerous); });
  EXPECT_THAT(trouble.stderr_tail(), HasSubstr("number 19999 of them"));
}

TEST(WorkerProcess, AnAnswerWithoutAnEndIsCut) {
  const WorkerCommand endless{.argv = {"sh", "-c", "tr '\\0' x </dev/zero"}};
  EXPECT_EQ(greeting_trouble(endless),
            "sh broke the worker protocol while starting as a worker: its answer is a line without an end");
}

TEST(WorkerProcess, AProgramThatIsNoWorkerIsSaid) {
  EXPECT_THAT(greeting_trouble({.argv = {"echo", "hello"}}),
              HasSubstr("echo broke the worker protocol while starting as a worker: "));
  EXPECT_EQ(greeting_trouble({.argv = {"false"}}), "false ended with exit status 1 while starting as a worker");
  EXPECT_EQ(greeting_trouble({.argv = {"sh", "-c", "read line"}}, kShort),
            "sh was still starting as a worker after 1 s and was ended");
}

TEST(WorkerProcess, AnotherProtocolVersionIsSaid) {
  EXPECT_THAT(greeting_trouble(fake_worker({"--greet", "tandem-worker 99 {}"})), HasSubstr("99"));
}

TEST(WorkerProcess, LastWordsBeforeTheGreetingAreKept) {
  const WorkerError trouble = trouble_of([] { greeted(fake_worker({"--die", "no licence"})); });
  EXPECT_STREQ(trouble.what(), "fake_worker ended with exit status 3 while starting as a worker");
  EXPECT_EQ(trouble.stderr_tail(), "no licence");
}

TEST(WorkerProcess, AProgramThatCannotBeStartedIsSaid) {
  std::string folder = testing::TempDir() + "tandem_worker_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/text") << "no program\n";
  EXPECT_EQ(greeting_trouble({.argv = {folder + "/absent"}}),
            "cannot start " + folder + "/absent: there is no such file");
  EXPECT_EQ(greeting_trouble({.argv = {folder + "/text"}}), "cannot start " + folder + "/text: it is not executable");
  EXPECT_EQ(greeting_trouble({}), "cannot start a program: its name is empty");
  std::filesystem::remove_all(folder);
}

TEST(WorkerProcess, AnInterruptEndsAWait) {
  std::atomic<bool> interrupted = false;
  WorkerProcess worker(fake_worker(), {.cpus = allowed_cpus()}, interrupted);
  worker.greet(kGenerous);
  worker.open({"fake/hang_on_run", "changed", {}}, kGenerous);
  std::jthread other([&interrupted] { interrupted = true; });
  EXPECT_THROW(worker.run(10, kGenerous), Interrupted);
}

// A worker that was parked when it died is found out at the next question, without a signal to the driver.
TEST(WorkerProcess, ADeadWorkerIsAFailureAndNoSignal) {
  WorkerProcess worker =
      greeted({.argv = {"sh", "-c", "echo 'tandem-worker 1 {\"program\":\"sh\"}'; exec <&-; exit 4"}});
  EXPECT_STREQ(trouble_of([&] { worker.run(1, kGenerous); }).what(),
               "sh ended with exit status 4 while answering 'run 1'");
}

TEST(WorkerProcess, ConditionsReachTheWorker) {
  const std::string script = "echo \"error padding ${#TANDEM_PADDING}, name $0, arguments $*\"";
  WorkerProcess worker({.argv = {"sh", "-c", script}},
                       {.cpus = allowed_cpus(), .environment_padding = 48, .stack_offset = 320, .path_length = 40},
                       kNeverInterrupted);
  // The shell takes what follows its script as $0 and the arguments.
  EXPECT_THAT(trouble_of([&] { worker.greet(kGenerous); }).what(),
              HasSubstr("padding 48, name --tandem_worker, arguments --tandem_stack_offset=320"));
}

TEST(WorkerProcess, RunsInItsOwnProcessGroup) {
  const std::string script = "echo \"error $(cut -d' ' -f1,5 /proc/$$/stat)\"; read line";
  WorkerProcess worker = started({.argv = {"sh", "-c", script}});
  const std::string what = trouble_of([&] { worker.greet(kGenerous); }).what();
  std::istringstream numbers(what.substr(what.rfind(": ") + 2));
  int pid = 0, group = 0;
  numbers >> pid >> group;
  EXPECT_EQ(pid, group);
  EXPECT_NE(group, getpgrp());
}

}  // namespace
}  // namespace harness::drive
