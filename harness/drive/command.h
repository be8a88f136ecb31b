// Whole commands as variants: a launch is a process, one run of a command is one sample.
//
// Two designs; the trial's parameter `design` says which one it is:
//   alternate  one run at a time, the order reversed from one launch pair to the next (A B, B A, ...). Gives wall time
//              and CPU time, and the size of a change; its noise is that of a machine that changes between two runs.
//   duet       the runs of a launch pair together on the same CPU, compared by the CPU time each used. The kernel
//              switches between them every few milliseconds, so both meet the same frequency, neighbours and
//              interruptions: far sharper. It has no wall time, and programs that evict each other's caches pay for it,
//              both alike.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/drive/interleave.h"
#include "harness/drive/observer.h"
#include "harness/model/design.h"
#include "harness/model/metric.h"
#include "harness/model/parameters.h"
#include "harness/model/scenario.h"
#include "harness/model/trial.h"

namespace harness::drive {

// Further columns of a command trial, after those that every worker reports (metric.h). A duet has no wall_time.
inline constexpr std::string_view kUserTime = "user_time";      // ns
inline constexpr std::string_view kSystemTime = "system_time";  // ns
// bytes; the kernel counts the driver's own peak before exec as the command's, so a smaller one is not a number
inline constexpr std::string_view kMaxRss = "max_rss";

enum class CommandDesign { Alternate, Duet };
std::string_view to_string(CommandDesign design);  // "alternate", "duet": the value of the parameter kDesign

// Ignored: a command may fail, but before and after must fail in the same way: else they did different work.
enum class ExitStatusRule { MustBeZero, Ignored };

// A number that the command prints: the first group of the last match on any line of its standard output.
struct PrintedMetric {
  Metric metric;
  std::string pattern;  // ECMAScript regular expression with one group
};

struct CommandVariant {
  Variant labelled;
  std::vector<std::string> argv;  // program first
  std::string prepare;            // for the shell, before each run and outside the measurement; empty: nothing
  std::string benchmark_output;   // the file into which the command writes what a plan's `benchmark` is read from
};

struct CommandTrialPlan {
  std::string name;  // the trial's scenario
  Parameters parameters;  // `design` is added to them
  std::vector<CommandVariant> variants;  // before first, at least two
  CommandDesign design = CommandDesign::Alternate;
  int threads = 1;  // 1: the command is pinned to one CPU
  std::vector<PrintedMetric> printed;
  std::string metric{kAutoMetric};  // the deciding one
  // The Google Benchmark that the commands run: times are then its own, per iteration (benchmark_program.h). Empty: of
  // the whole process.
  std::string benchmark;
  ExitStatusRule exit_status = ExitStatusRule::MustBeZero;
  std::optional<Failure> failure;  // known before: the trial fails with it without being measured
};

struct CommandSuitePlan {
  std::vector<CommandTrialPlan> trials;
  std::uint64_t seed = 0;
  int launch_pairs = 64;  // the most per trial
  int warm_up = 1;        // rounds of runs before a trial's first launch pair, not kept
  std::chrono::nanoseconds run_timeout{};
};

// Throws UsageError for a plan that makes no sense, a printed metric's pattern that is no regular expression with one
// group included. run_commands() does it first; a caller that stores something before may want it earlier.
void check(const CommandSuitePlan& plan);

// Measures, as run_suite() does: same order of callbacks, same treatment of failures and interrupts. A launch pair has
// one batch per variant: round 0, one iteration, one item.
SuiteResult run_commands(const CommandSuitePlan& plan, Observer& observer, const StopRule& stop,
                         const std::atomic<bool>& interrupted);

// What one run of a command on all CPUs shows of it: which design suits it, and how long it takes.
struct CommandShape {
  double wall_time = 0;  // ns
  double cpu_time = 0;   // ns
  int most_threads = 1;  // seen alive at once in its first process; one that lived a few milliseconds may be missed
  double queue_time = 0;  // ns that it was ready to run and waited for a CPU, as far as the kernel tells

  // Pinning a command that works on several CPUs at once would change what is measured.
  [[nodiscard]] bool parallel() const;
  // Of its time, the share in which it waited of its own accord, for a disk, a timer or another process: CPU time does
  // not see it. 0 where that is too little to matter, or where the machine was merely busy.
  [[nodiscard]] double waiting_share() const;
};

// The metrics that a trial of whole commands measures besides those that a command prints.
std::vector<Metric> command_metrics(CommandDesign design);

// Prepares and runs the command once. Throws Error if it cannot be started, TrialFailed if it fails or takes longer than
// `timeout`, and Interrupted.
CommandShape observe_command(const CommandVariant& command, ExitStatusRule exit_status,
                             std::chrono::nanoseconds timeout, const std::atomic<bool>& interrupted);

// The words of a command line as a shell would split them: quotes, backslashes, variables and patterns, but nothing
// that needs a shell to run. Throws UsageError on a pipe, a redirection and the like, saying that --shell runs them.
std::vector<std::string> split_command(const std::string& line);

// The same line for the shell.
std::vector<std::string> shell_command(const std::string& line);

}  // namespace harness::drive
