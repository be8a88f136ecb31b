// tandem run: measure, store, judge, print.
#include <unistd.h>

#include <chrono>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <optional>
#include <iostream>
#include <random>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/run_plan.h"
#include "cli/version.h"
#include "cli/worker_program.h"
#include "harness/drive/machine_probe.h"
#include "harness/model/report.h"
#include "harness/stats/judge.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"
#include "results/store/store.h"

namespace cli {
namespace {

using harness::drive::SuitePlan;
using results::store::Store;

std::string utc_time(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm fields = {};
  gmtime_r(&now, &fields);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, format, &fields));
}

std::string run_id() {
  char suffix[8];
  std::snprintf(suffix, sizeof suffix, "%04x", std::random_device{}() & 0xffffU);
  return utc_time("%Y%m%dT%H%M%SZ-") + suffix;
}

harness::Run new_run(const RunOptions& options) {
  return {.id = run_id(),
          .kind = options.against_itself ? harness::RunKind::Aa : harness::RunKind::Run,
          .started_at = utc_time("%Y-%m-%dT%H:%M:%SZ"),
          .finished_at = "",
          .seed = options.seed.value_or(std::random_device{}()),
          .preset = std::string(to_string(options.preset)),
          .harness_version = std::string(kVersion),
          .command_line = options.command_line};
}

double batch_seconds(const harness::LaunchPair& launch_pair) {
  double total = 0;
  for (const auto& batch : launch_pair.batches) total += batch.values.at(0);  // wall_time is column 0 of every trial
  return total / 1e9;
}

// Saves each launch pair the moment it is measured, so that whatever ends the run, what was measured is kept.
class Recorder : public harness::drive::Observer {
 public:
  Recorder(const SuitePlan& plan, Store& store, harness::Run& run, Progress& progress)
      : plan_(plan), store_(store), run_(run), progress_(progress), ids_(plan.trials.size()), done_(plan.trials.size()) {}

  void trial_started(int trial, const harness::Trial& header) override {
    ids_[at(trial)] = store_.begin_trial(run_.id, header, trial);
  }

  void launch_pair_done(int trial, const harness::LaunchPair& launch_pair) override {
    store_.save_launch_pair(ids_[at(trial)].value(), launch_pair);
    run_.batch_seconds += batch_seconds(launch_pair);
    ++done_[at(trial)];
    progress_.launch_pair_done(plan_.trials[at(trial)].scenario.name);
  }

  void trial_failed(int trial, const harness::Failure& failure) override {
    if (ids_[at(trial)]) store_.save_failure(*ids_[at(trial)], failure);
    trial_done(trial);
  }

  void trial_done(int trial) override { progress_.skip(plan_.launch_pairs - done_[at(trial)]); }

  // The stored trial; a trial that failed before it was calibrated is stored now, so that its failure is not lost.
  results::store::TrialId id(int trial, const harness::Trial& measured) {
    auto& stored = ids_[at(trial)];
    if (!stored) stored = store_.begin_trial(run_.id, measured, trial);
    return *stored;
  }

 private:
  static std::size_t at(int trial) { return static_cast<std::size_t>(trial); }

  const SuitePlan& plan_;
  Store& store_;
  harness::Run& run_;
  Progress& progress_;
  std::vector<std::optional<results::store::TrialId>> ids_;
  std::vector<int> done_;
};

harness::drive::SuiteResult measure(const SuitePlan& plan, const harness::stats::Rule& rule, Recorder& recorder) {
  const auto decided = [&rule](const harness::Trial& trial) { return harness::stats::decided(trial, rule); };
  return run_suite(plan, recorder, decided, watch_for_interruption());
}

std::vector<harness::Comparison> judge_and_save(const std::vector<harness::Trial>& trials, const harness::stats::Rule& rule,
                                                Recorder& recorder, Store& store, const std::string& run_id) {
  std::vector<harness::Comparison> all;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto comparisons = harness::stats::judge(trials[i], rule);
    store.save_comparisons(run_id, recorder.id(static_cast<int>(i), trials[i]), comparisons);
    all.insert(all.end(), comparisons.begin(), comparisons.end());
  }
  return all;
}

int exit_status(const harness::Report& report, const std::set<harness::Verdict>& fail_on) {
  const auto any = [&](harness::Verdict verdict) {
    return std::ranges::any_of(report.comparisons, [&](const auto& row) { return row.verdict == verdict; });
  };
  const auto asked = [&](harness::Verdict verdict) { return fail_on.contains(verdict) && any(verdict); };
  if (report.run.state == harness::RunState::Interrupted) return kInterrupted;
  if (any(harness::Verdict::Invalid)) return kInvalid;
  if (asked(harness::Verdict::Regressed) || asked(harness::Verdict::Mixed)) return kRegressed;
  return asked(harness::Verdict::Undecided) ? kUndecided : kFine;
}

}  // namespace

int run_command(const RunOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const auto& format = results::formats::format_named(options.format);
  const auto worker = worker_program(options.worker);
  const auto scenarios = select_scenarios(harness::drive::list_scenarios(worker), options.patterns);
  harness::Report report{.run = new_run(options), .machine = harness::drive::probe_machine(), .comparisons = {}};
  const SuitePlan plan = plan_run(options, worker, scenarios, report.run.seed);
  const harness::stats::Rule rule = plan_rule(options, plan.launch_pairs);

  Store store = Store::open(options.store, results::store::Access::ReadWrite);
  store.begin_run(report.run, report.machine);
  harness::drive::SuiteResult result;
  {
    Progress progress(static_cast<int>(plan.trials.size()) * plan.launch_pairs,
                      options.quiet ? Progress::Show::Never : Progress::Show::Always);
    Recorder recorder(plan, store, report.run, progress);
    result = measure(plan, rule, recorder);
    report.comparisons = judge_and_save(result.trials, rule, recorder, store, report.run.id);
  }
  report.run.state = result.interrupted ? harness::RunState::Interrupted : harness::RunState::Done;
  report.run.finished_at = utc_time("%Y-%m-%dT%H:%M:%SZ");
  report.run.elapsed_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  store.finish_run(report.run);
  std::cout << format.write(report) << std::flush;
  return exit_status(report, options.fail_on);
}

}  // namespace cli
