// tandem import: results that other tools wrote, into the store.
#include <iostream>

#include "cli/exit_status.h"
#include "cli/recorded_commands.h"
#include "cli/run_record.h"
#include "harness/model/error.h"
#include "harness/stats/judge_recorded.h"
#include "results/formats/formats.h"
#include "results/formats/input_file.h"
#include "results/formats/recording_text.h"
#include "results/store/store.h"

namespace cli {
namespace {

using harness::Recording;

// What can be read; the rest is said.
std::vector<Recording> read_files(const ImportOptions& options, const std::vector<std::string>& paths) {
  std::vector<Recording> recordings;
  for (const std::string& path : paths) {
    try {
      recordings.push_back(results::formats::read_recording(results::formats::input_file(path), path, options.as));
    } catch (const harness::UsageError&) {
      throw;
    } catch (const harness::Error& error) {
      std::cerr << "tandem: " << error.what() << "; nothing of it was taken\n";
    }
  }
  return recordings;
}

// Nobody knows on what the files were measured.
harness::Machine unknown_machine() { return {.fingerprint = "unknown", .cpu_model = "unknown machine"}; }

// A comparison belongs to a trial; that of recorded results has no launch pairs.
harness::Trial header_of(const harness::Comparison& comparison) {
  return {.scenario = comparison.scenario,
          .parameters = comparison.parameters,
          .unit_of_work = comparison.unit_of_work,
          .metric = comparison.metric.name,
          .variants = {comparison.before, comparison.after},
          .metrics = {comparison.metric}};
}

void save(const std::string& url, const harness::Report& report) {
  auto store = results::store::Store::open(url, results::store::Access::ReadWrite);
  store.begin_run(report.run, report.machine);
  int position = 0;
  for (const Recording& recording : report.recordings) store.save_recording(report.run.id, recording, position++);
  position = 0;
  for (const auto& comparison : report.comparisons) {
    const auto trial = store.begin_trial(report.run.id, header_of(comparison), position++);
    store.save_comparisons(report.run.id, trial, {comparison});
  }
  store.finish_run(report.run);
}

void print(const harness::Report& report, const results::formats::Format& format) {
  if (format.name != "text") {
    std::cout << format.write(report);
    return;
  }
  for (const Recording& recording : report.recordings) std::cout << results::formats::recording_summary(recording);
  std::cout << "Imported as run " << report.run.id << ".\n";
  if (!report.comparisons.empty()) std::cout << "\n" << format.write(report);
}

}  // namespace

int import_command(const ImportOptions& options) {
  const auto& format = results::formats::format_named(options.format);
  if (!options.as.empty()) (void)results::formats::recorded_format_named(options.as);
  const auto started = std::chrono::steady_clock::now();
  const auto paths = results::formats::input_paths(options.files);
  harness::Report report{.run = begin_run_record(harness::RunKind::Import, 0, options.command_line),
                         .machine = unknown_machine()};
  report.recordings = read_files(options, paths);
  if (report.recordings.empty()) return kToolFailed;
  const harness::stats::RecordedRule rule;
  auto verdicts = harness::stats::judge_sides(report.recordings, rule);
  report.comparisons = std::move(verdicts.comparisons);
  report.run.rule = to_string(rule);
  if (!report.comparisons.empty()) report.run.notes = std::move(verdicts.notes);
  const harness::RunState state = harness::RunState::Done;
  finish_run_record(report.run, state, started);
  save(options.store, report);
  print(report, format);
  return report.recordings.size() == paths.size() ? kFine : kToolFailed;
}

}  // namespace cli
