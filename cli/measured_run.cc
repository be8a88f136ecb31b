#include "cli/measured_run.h"

#include <chrono>
#include <iostream>

#include "cli/interruption.h"
#include "cli/recorder.h"
#include "harness/drive/machine_probe.h"
#include "harness/model/report.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"
#include "results/store/store.h"

namespace cli {
namespace {

using results::store::Store;

std::vector<RecordedTrial> recorded(const std::vector<std::string>& names) {
  std::vector<RecordedTrial> trials;
  for (const auto& name : names) trials.push_back({.name = name, .position = static_cast<int>(trials.size())});
  return trials;
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

}  // namespace

int measure_and_report(MeasuredRun measured, const Measure& measure) {
  const auto started = std::chrono::steady_clock::now();
  const auto& format = results::formats::format_named(measured.format);
  measured.run.rule = harness::stats::to_string(measured.rule);
  Store store = Store::open(measured.store, results::store::Access::ReadWrite);
  harness::Report report{.run = measured.run, .machine = harness::drive::probe_machine()};
  store.begin_run(report.run, report.machine);
  {
    Progress progress(static_cast<int>(measured.trials.size()) * measured.launch_pairs, measured.progress);
    Recorder recorder(measured.run, recorded(measured.trials), measured.launch_pairs, store, progress);
    const auto decided = [&](const harness::Trial& trial) { return harness::stats::decided(trial, measured.rule); };
    const auto result = measure(recorder, decided, watch_for_interruption());
    report.comparisons = judge_and_save(result.trials, measured.rule, recorder, store, measured.run.id);
    const auto state = result.interrupted ? harness::RunState::Interrupted : harness::RunState::Done;
    finish_run_record(measured.run, state, started);
  }
  if (measured.closing_notes) {
    for (auto& note : measured.closing_notes()) measured.run.notes.push_back(std::move(note));
  }
  store.finish_run(measured.run);
  report.run = measured.run;
  std::cout << format.write(report) << std::flush;
  return exit_status(report, measured.fail_on);
}

}  // namespace cli
