#include "harness/drive/command.h"

#include <wordexp.h>

#include <algorithm>
#include <fstream>
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
constexpr int kTailLines = 20;

void check(const CommandSuitePlan& plan) {
  for (const CommandTrialPlan& trial : plan.trials) {
    if (trial.variants.size() < 2) throw UsageError("'" + trial.name + "' has fewer than two commands to compare");
    for (const CommandVariant& variant : trial.variants) {
      if (variant.argv.empty()) throw UsageError("the command of '" + variant.labelled.name + "' is empty");
    }
  }
}

int threads_of(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  constexpr std::string_view kThreads = "Threads:";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kThreads)) return std::stoi(line.substr(kThreads.size()));
  }
  return 0;
}

}  // namespace

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

CommandShape observe_command(const CommandVariant& command, ExitStatusRule exit_status, nanoseconds timeout,
                             const std::atomic<bool>& interrupted) {
  const std::string& name = command.labelled.name;
  std::vector<CommandRun> runs;
  runs.emplace_back(ChildStart{.program = find_program(command.argv.empty() ? "" : command.argv.front()),
                               .argv = command.argv,
                               .environment = inherited_environment(),
                               .cpus = allowed_cpus()},
                    Output::Discarded);
  const CommandRun& run = runs.front();
  const auto deadline = steady_clock::now() + timeout;
  CommandShape shape;
  while (!run.end()) {
    if (interrupted) throw Interrupted();
    if (steady_clock::now() >= deadline) throw Error("'" + name + "' had not ended when its time was over");
    shape.most_threads = std::max(shape.most_threads, threads_of(run.pid()));
    wait_for(runs, kGlance);
  }
  if (run.end()->status != 0 && exit_status == ExitStatusRule::MustBeZero) {
    const std::string tail = run.standard_error().last_lines(kTailLines);
    throw Error("'" + name + "' " + describe_end(run.end()->status) + (tail.empty() ? "" : ": " + tail));
  }
  const rusage& usage = run.end()->usage;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
    shape.cpu_time += 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
  }
  shape.wall_time = run.wall_time();
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
