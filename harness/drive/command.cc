#include "harness/drive/command.h"

#include <wordexp.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>

#include "harness/drive/command_run.h"
#include "harness/drive/command_trial.h"
#include "harness/drive/placement.h"
#include "harness/drive/program_file.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr double kOneCpu = 1.05;    // CPU time over wall time that one CPU can show: clock grain and exit included
constexpr milliseconds kGlance{2};  // between two looks at the threads of a command that is being observed
constexpr int kTailLines = 20;      // of error output, in a failure

// Waiting that matters: a tenth of the time, as in the choice between the clocks (harness/stats/metric_choice.h), and
// more than a process of a millisecond spends in the queue between its parent and its exit.
constexpr double kWaitingShare = 0.1;
constexpr double kWaitingTime = 1.5e6;  // ns

int threads_of(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  constexpr std::string_view kThreads = "Threads:";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kThreads)) return std::stoi(line.substr(kThreads.size()));
  }
  return 0;
}

[[noreturn]] void fail(Stage stage, const std::string& variant, const std::string& message, const CommandRun& run) {
  throw TrialFailed({.stage = stage,
                     .variant = variant,
                     .message = message,
                     .stderr_tail = run.standard_error().last_lines(kTailLines)});
}

// Runs it to its end on all CPUs. `look` is called every glance with the process while it runs.
CommandRun run_to_its_end(const std::string& variant, const std::string& what, const std::vector<std::string>& argv,
                          nanoseconds timeout, const std::atomic<bool>& interrupted,
                          const std::function<void(pid_t)>& look) {
  std::vector<CommandRun> runs;
  runs.emplace_back(ChildStart{.program = find_program(argv.front()),
                               .argv = argv,
                               .environment = inherited_environment(),
                               .cpus = allowed_cpus()},
                    Output::Discarded);
  const auto deadline = steady_clock::now() + timeout;
  while (!runs.front().end()) {
    if (interrupted) throw Interrupted();
    if (steady_clock::now() >= deadline) {
      fail(Stage::Run, variant, what + " had not ended after " + seconds_text(timeout) + " and was ended",
           runs.front());
    }
    look(runs.front().pid());
    wait_for(runs, kGlance);
  }
  return std::move(runs.front());
}

}  // namespace

std::string_view to_string(CommandDesign design) { return design == CommandDesign::Duet ? kDuet : kAlternate; }

void check(const CommandSuitePlan& plan) {
  for (const CommandTrialPlan& trial : plan.trials) {
    if (trial.variants.size() < 2) throw UsageError("'" + trial.name + "' has fewer than two commands to compare");
    for (const CommandVariant& variant : trial.variants) {
      if (variant.argv.empty()) throw UsageError("the command of '" + variant.labelled.name + "' is empty");
    }
    for (const PrintedMetric& printed : trial.printed) (void)compiled(printed);
  }
}

SuiteResult run_commands(const CommandSuitePlan& plan, Observer& observer, const StopRule& stop,
                         const std::atomic<bool>& interrupted) {
  check(plan);
  const Placement placement = place(allowed_cpus());
  const DriverConfinement confinement(placement.beside_commands);
  ProgramDigests digests;
  std::vector<std::unique_ptr<TrialRunner>> trials;
  for (int trial = 0; trial < static_cast<int>(plan.trials.size()); ++trial) {
    trials.push_back(std::make_unique<CommandTrial>(plan, trial, placement, digests, interrupted));
  }
  return run_interleaved(trials, {.seed = plan.seed, .launch_pairs = plan.launch_pairs}, observer, stop);
}

bool CommandShape::parallel() const { return most_threads > 1 || cpu_time > kOneCpu * wall_time; }

double CommandShape::waiting_share() const {
  const double waited = wall_time - cpu_time - queue_time;
  return waited > kWaitingTime && waited > kWaitingShare * wall_time ? waited / wall_time : 0;
}

CommandShape observe_command(const CommandVariant& command, ExitStatusRule exit_status, nanoseconds timeout,
                             const std::atomic<bool>& interrupted) {
  const std::string& name = command.labelled.name;
  if (command.argv.empty()) throw UsageError("the command of '" + name + "' is empty");
  if (!command.prepare.empty()) {
    const std::string what = "the preparation '" + command.prepare + "'";
    const CommandRun run =
        run_to_its_end(name, what, shell_command(command.prepare), timeout, interrupted, [](pid_t) {});
    if (run.end()->status != 0) fail(Stage::Launch, name, what + " " + describe_end(run.end()->status), run);
  }
  CommandShape shape;
  const auto count_threads = [&shape](pid_t pid) {
    shape.most_threads = std::max(shape.most_threads, threads_of(pid));
  };
  const CommandRun run = run_to_its_end(name, "'" + name + "'", command.argv, timeout, interrupted, count_threads);
  const int status = run.end()->status;
  if (status != 0 && exit_status == ExitStatusRule::MustBeZero) {
    fail(Stage::Run, name, "'" + name + "' " + describe_end(status), run);
  }
  const rusage& usage = run.end()->usage;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
    shape.cpu_time += 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
  }
  shape.wall_time = run.wall_time();
  shape.queue_time = run.end()->queue_time;
  return shape;
}

std::vector<std::string> split_command(const std::string& line) {
  wordexp_t words{};
  const int trouble = wordexp(line.c_str(), &words, WRDE_NOCMD);
  std::vector<std::string> argv;
  if (trouble == 0) argv.assign(words.we_wordv, words.we_wordv + words.we_wordc);
  if (trouble == 0 || trouble == WRDE_NOSPACE) wordfree(&words);
  if (trouble == WRDE_SYNTAX) throw UsageError("the command '" + line + "' has a quote without its partner");
  if (trouble != 0) throw UsageError("the command '" + line + "' needs a shell to run: say --shell");
  if (argv.empty()) throw UsageError("a command is empty");
  return argv;
}

std::vector<std::string> shell_command(const std::string& line) { return {"sh", "-c", line}; }

}  // namespace harness::drive
