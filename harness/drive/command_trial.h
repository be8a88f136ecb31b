// Measures a trial of whole commands: fresh processes for every launch pair, together or one after the other.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/drive/benchmark_program.h"
#include "harness/drive/command.h"
#include "harness/drive/command_run.h"
#include "harness/drive/placement.h"
#include "harness/drive/program_file.h"
#include "harness/drive/schedule.h"
#include "harness/drive/trial_runner.h"
#include "harness/model/trial.h"

namespace harness::drive {

// Throws UsageError for a pattern that is no regular expression with one group.
std::regex compiled(const PrintedMetric& printed);

class CommandTrial : public TrialRunner {
 public:
  // All references must outlive the trial. Throws UsageError as compiled().
  CommandTrial(const CommandSuitePlan& suite, int trial, const Placement& placement, ProgramDigests& digests,
               const std::atomic<bool>& interrupted);

  [[nodiscard]] const Trial& header() const override { return header_; }
  void start(int index) override;  // finds the programs and warms up before the first launch pair
  LaunchPair measure() override;

 private:
  void find_programs();
  void run_all(const std::vector<int>& order, LaunchPair& launch_pair);
  void run_together(std::span<const int> variants, int first_slot, LaunchPair& launch_pair);
  void prepare(int variant);
  CommandRun begin(int variant, const LaunchConditions& conditions);
  void await(std::span<CommandRun> runs, std::span<const int> variants);
  void check_end(int variant, const CommandRun& run);
  void take_values(const CommandRun& run, Batch& batch);
  void take_benchmark(const CommandRun& run, Batch& batch);
  [[nodiscard]] double printed_value(int variant, std::size_t metric, const CommandRun& run) const;
  [[noreturn]] void fail(Stage stage, int variant, const std::string& message, const std::string& stderr_tail) const;

  const CommandSuitePlan& suite_;
  const CommandTrialPlan& plan_;
  int trial_;
  const Placement& placement_;
  ProgramDigests& digests_;
  const std::atomic<bool>& interrupted_;
  Trial header_;
  std::vector<std::regex> patterns_;           // aligned with the plan's printed metrics
  std::vector<std::string> programs_;          // paths of one length, aligned with the plan's variants
  std::vector<std::size_t> argument_padding_;  // bytes by which a variant's arguments are shorter than the longest
  std::vector<std::string> environment_;
  std::optional<std::pair<int, int>> first_end_;                 // variant and status of the first run
  std::optional<std::pair<int, BenchmarkResult>> first_result_;  // variant and result of the first run
  LaunchPair current_;
  std::chrono::steady_clock::time_point began_;  // the current launch pair
};

}  // namespace harness::drive
