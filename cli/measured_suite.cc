#include "cli/measured_suite.h"

#include <chrono>
#include <iostream>
#include <utility>

#include "cli/interruption.h"
#include "cli/recorder.h"
#include "cli/run_record.h"
#include "harness/drive/machine_probe.h"
#include "harness/drive/suite.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

using harness::drive::SuitePlan;
using harness::stats::Rule;
using results::store::Store;

std::string name_of(const harness::drive::TrialPlan& trial) {
  return trial.scenario.name + " " + to_string(trial.parameters);
}

std::vector<RecordedTrial> recorded(const SuitePlan& plan) {
  std::vector<RecordedTrial> trials;
  for (const auto& trial : plan.trials) {
    trials.push_back({.name = name_of(trial), .position = static_cast<int>(trials.size())});
  }
  return trials;
}

// The rule with what this machine is known to show for a scenario where there is nothing to find.
Rule rule_for(const Rule& asked, const std::vector<results::store::NoiseFloor>& floors, const std::string& scenario,
              const harness::Parameters& parameters) {
  Rule rule = asked;
  for (const auto& floor : floors) {
    if (floor.scenario == scenario && floor.parameters == parameters) rule.noise_floor = floor.value;
  }
  return rule;
}

}  // namespace

harness::Report measure_suite(MeasuredSuite suite, Store& store) {
  const auto started = std::chrono::steady_clock::now();
  suite.run.rule = harness::stats::to_string(suite.rule);
  harness::Report report{.run = suite.run, .machine = harness::drive::probe_machine()};
  store.begin_run(report.run, report.machine);
  const auto floors = store.noise_floors(report.machine.fingerprint);
  const auto rule_of = [&](const harness::Trial& trial) {
    return rule_for(suite.rule, floors, trial.scenario, trial.parameters);
  };
  const auto decided = [&](const harness::Trial& trial) { return harness::stats::decided(trial, rule_of(trial)); };
  {
    Progress progress(static_cast<int>(suite.plan.trials.size()) * suite.plan.launch_pairs, suite.progress);
    Recorder recorder(report.run, recorded(suite.plan), suite.plan.launch_pairs, store, progress);
    const auto result = run_suite(suite.plan, recorder, decided, watch_for_interruption());
    for (std::size_t i = 0; i < result.trials.size(); ++i) {
      const auto comparisons = harness::stats::judge(result.trials[i], rule_of(result.trials[i]));
      store.save_comparisons(report.run.id, recorder.id(static_cast<int>(i), result.trials[i]), comparisons);
      report.comparisons.insert(report.comparisons.end(), comparisons.begin(), comparisons.end());
    }
    const auto state = result.interrupted ? harness::RunState::Interrupted : harness::RunState::Done;
    finish_run_record(report.run, state, started);
  }
  store.finish_run(report.run);
  return report;
}

int measure_suite_and_report(MeasuredSuite suite, const ReportTarget& target) {
  const auto& format = results::formats::format_named(target.format);
  Store store = Store::open(target.store, results::store::Access::ReadWrite);
  const auto report = measure_suite(std::move(suite), store);
  std::cout << format.write(report) << std::flush;
  return exit_status(report, target.fail_on);
}

}  // namespace cli
