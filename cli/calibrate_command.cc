// tandem calibrate: what the method does on this machine where the truth is known; learns its noise floors.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <random>

#include "cli/calibrate_plan.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "cli/quantities.h"
#include "cli/recorder.h"
#include "cli/run_plan.h"
#include "cli/run_record.h"
#include "cli/worker_program.h"
#include "harness/drive/machine_probe.h"
#include "harness/drive/suite.h"
#include "harness/drive/trial_runner.h"
#include "harness/stats/characteristics.h"
#include "harness/stats/sequential.h"
#include "results/formats/calibration.h"
#include "results/store/store.h"

namespace cli {
namespace {

using harness::drive::SuitePlan;
using harness::stats::Rule;
using results::store::Purpose;
using results::store::Store;
using std::chrono::steady_clock;

std::vector<RecordedTrial> recorded(const SuitePlan& plan) {
  std::vector<RecordedTrial> trials;
  for (const auto& trial : plan.trials) {
    trials.push_back({.name = trial.scenario.name + " " + to_string(trial.parameters),
                      .position = static_cast<int>(trials.size()),
                      .purpose = Purpose::Canary});
  }
  return trials;
}

// Ends the measurement, with what was measured, once the budget is spent.
harness::drive::StopRule until(std::optional<steady_clock::time_point> deadline) {
  return [deadline](const harness::Trial&) {
    if (deadline && steady_clock::now() >= *deadline) throw harness::drive::Interrupted();
    return false;
  };
}

results::store::NoiseFloor floor_of(const harness::stats::Characteristics& learned, const harness::Report& report) {
  return {.machine = report.machine.fingerprint,
          .scenario = learned.scenario,
          .parameters = learned.parameters,
          .value = learned.noise_floor.value(),
          .runs = learned.false_alarms.of,
          .made_at = utc_now()};
}

void save(const harness::stats::Characteristics& learned, const harness::Report& report, Store& store) {
  if (learned.noise_floor) store.save_noise_floor(floor_of(learned, report));
}

// What a scenario of the preset would be judged by, and what is measured to learn how well.
struct Calibrating {
  Rule rule;
  int verdict_launch_pairs = 0;
  int repeats = 0;
};

void say_how_long(const SuitePlan& plan, const Calibrating& calibrating, const CalibrateOptions& options) {
  if (options.quiet) return;
  const auto time = repeat_time(plan, calibrating.verdict_launch_pairs) * calibrating.repeats;
  std::cerr << "calibrating " << plan.trials.size() << " parameter points, " << calibrating.repeats
            << " repeats each, takes about " << format_duration(time)
            << "; interrupted, it keeps what it has learned until then\n";
}

std::vector<harness::stats::Characteristics> learn(const SuitePlan& plan, const Calibrating& calibrating,
                                                   const CalibrateOptions& options, harness::Report& report,
                                                   Store& store) {
  const auto deadline = options.budget ? std::optional(steady_clock::now() + *options.budget) : std::nullopt;
  const auto& interrupted = watch_for_interruption();
  Progress progress(static_cast<int>(plan.trials.size()) * plan.launch_pairs,
                    options.quiet ? Progress::Show::Never : Progress::Show::Always);
  Recorder recorder(report.run, recorded(plan), plan.launch_pairs, store, progress);
  const auto result = run_suite(plan, recorder, until(deadline), interrupted);
  if (interrupted) report.run.state = harness::RunState::Interrupted;
  std::vector<harness::stats::Characteristics> all;
  for (std::size_t i = 0; i < result.trials.size(); ++i) {
    const auto& trial = result.trials[i];
    store.save_comparisons(report.run.id, recorder.id(static_cast<int>(i), trial), judge(trial, calibrating.rule));
    all.push_back(characterise(trial, calibrating.rule, calibrating.verdict_launch_pairs));
    save(all.back(), report, store);
  }
  return all;
}

int exit_status(const harness::Report& report, const std::vector<harness::stats::Characteristics>& all) {
  if (report.run.state == harness::RunState::Interrupted) return kInterrupted;
  const bool failed = std::ranges::any_of(all, [](const auto& learned) { return learned.failure.has_value(); });
  return failed ? kInvalid : kFine;
}

}  // namespace

int calibrate_command(const CalibrateOptions& options) {
  const auto started = steady_clock::now();
  const auto worker = worker_program(options.worker);
  const auto scenarios = select_scenarios(harness::drive::list_scenarios(worker), options.patterns);
  const auto seed = options.seed.value_or(std::random_device{}());
  const SuitePlan suite =
      plan_run({.preset = options.preset, .launch_pairs = options.launch_pairs}, worker, scenarios, seed);
  Calibrating calibrating{.rule = {.tolerance = options.tolerance, .looks = looks_up_to(suite.launch_pairs)},
                          .verdict_launch_pairs = suite.launch_pairs};
  Store store = Store::open(options.store, results::store::Access::ReadWrite);
  harness::Report report{.run = begin_run_record(harness::RunKind::Calibrate, seed, options.command_line),
                         .machine = harness::drive::probe_machine()};
  report.run.preset = to_string(options.preset);
  report.run.rule = to_string(calibrating.rule);
  std::vector<std::unique_ptr<harness::drive::WorkerCopy>> copies;
  SuitePlan plan = calibration_plan(suite, copies, watch_for_interruption());
  const auto points = plan.trials.size();
  calibrating.repeats = fit(plan, calibrating.verdict_launch_pairs, options.repeats, options.budget);
  if (plan.trials.size() < points) {
    report.run.notes.push_back("the budget was enough for " + std::to_string(plan.trials.size()) + " of " +
                               std::to_string(points) + " parameter points");
  }
  store.begin_run(report.run, report.machine);
  say_how_long(plan, calibrating, options);
  const auto learned = learn(plan, calibrating, options, report, store);
  const bool interrupted = report.run.state == harness::RunState::Interrupted;
  finish_run_record(report.run, interrupted ? harness::RunState::Interrupted : harness::RunState::Done, started);
  store.finish_run(report.run);
  const results::formats::Calibration calibration{report.run, report.machine, calibrating.rule,
                                                  calibrating.verdict_launch_pairs, learned};
  std::cout << (options.format == "json" ? write_calibration_json(calibration) : write_calibration_text(calibration))
            << std::flush;
  return exit_status(report, learned);
}

}  // namespace cli
