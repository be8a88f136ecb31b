#include "cli/measured_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <optional>
#include <random>

#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "cli/version.h"
#include "harness/drive/machine_probe.h"
#include "harness/model/report.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"
#include "results/store/store.h"

namespace cli {
namespace {

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

// Inside batches, by wall time; by CPU time where no batch has a wall time of its own (a duet's share one CPU).
double batch_seconds(const harness::LaunchPair& launch_pair, const harness::Trial& header) {
  int column = metric_column(header, harness::kWallTime);
  if (column < 0) column = metric_column(header, harness::kCpuTime);
  if (column < 0) return 0;
  double total = 0;
  for (const auto& batch : launch_pair.batches) total += batch.values.at(static_cast<std::size_t>(column));
  return std::isfinite(total) ? total / 1e9 : 0;
}

// Saves each launch pair the moment it is measured, so that whatever ends the run, what was measured is kept.
class Recorder : public harness::drive::Observer {
 public:
  Recorder(MeasuredRun& measured, Store& store, Progress& progress)
      : measured_(measured),
        store_(store),
        progress_(progress),
        ids_(measured.trials.size()),
        headers_(measured.trials.size()),
        done_(measured.trials.size()) {}

  void trial_started(int trial, const harness::Trial& header) override {
    headers_[at(trial)] = header;
    ids_[at(trial)] = store_.begin_trial(measured_.run.id, header, trial);
  }

  void launch_pair_done(int trial, const harness::LaunchPair& launch_pair) override {
    store_.save_launch_pair(ids_[at(trial)].value(), launch_pair);
    measured_.run.batch_seconds += batch_seconds(launch_pair, headers_[at(trial)]);
    ++done_[at(trial)];
    progress_.launch_pair_done(measured_.trials[at(trial)]);
  }

  void trial_failed(int trial, const harness::Failure& failure) override {
    if (ids_[at(trial)]) store_.save_failure(*ids_[at(trial)], failure);
    trial_done(trial);
  }

  void trial_done(int trial) override { progress_.skip(measured_.launch_pairs - done_[at(trial)]); }

  // The stored trial; a trial that failed before it was calibrated is stored now, so that its failure is not lost.
  results::store::TrialId id(int trial, const harness::Trial& measured) {
    auto& stored = ids_[at(trial)];
    if (!stored) stored = store_.begin_trial(measured_.run.id, measured, trial);
    return *stored;
  }

 private:
  static std::size_t at(int trial) { return static_cast<std::size_t>(trial); }

  MeasuredRun& measured_;
  Store& store_;
  Progress& progress_;
  std::vector<std::optional<results::store::TrialId>> ids_;
  std::vector<harness::Trial> headers_;  // without launch pairs
  std::vector<int> done_;
};

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

harness::Run begin_run_record(harness::RunKind kind, std::uint64_t seed, const std::string& command_line) {
  return {.id = run_id(),
          .kind = kind,
          .started_at = utc_time("%Y-%m-%dT%H:%M:%SZ"),
          .finished_at = "",
          .seed = seed,
          .preset = "",
          .harness_version = std::string(kVersion),
          .command_line = command_line};
}

int measure_and_report(MeasuredRun measured, const Measure& measure) {
  const auto started = std::chrono::steady_clock::now();
  const auto& format = results::formats::format_named(measured.format);
  measured.run.rule = harness::stats::to_string(measured.rule);
  Store store = Store::open(measured.store, results::store::Access::ReadWrite);
  harness::Report report{.run = measured.run, .machine = harness::drive::probe_machine(), .comparisons = {}};
  store.begin_run(report.run, report.machine);
  {
    Progress progress(static_cast<int>(measured.trials.size()) * measured.launch_pairs, measured.progress);
    Recorder recorder(measured, store, progress);
    const auto decided = [&](const harness::Trial& trial) { return harness::stats::decided(trial, measured.rule); };
    const auto result = measure(recorder, decided, watch_for_interruption());
    report.comparisons = judge_and_save(result.trials, measured.rule, recorder, store, measured.run.id);
    measured.run.state = result.interrupted ? harness::RunState::Interrupted : harness::RunState::Done;
  }
  measured.run.finished_at = utc_time("%Y-%m-%dT%H:%M:%SZ");
  measured.run.elapsed_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  store.finish_run(measured.run);
  report.run = measured.run;
  std::cout << format.write(report) << std::flush;
  return exit_status(report, measured.fail_on);
}

}  // namespace cli
