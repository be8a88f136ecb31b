// Two sides of recorded results against each other.
#include <iostream>

#include "cli/compare_options.h"
#include "cli/exit_status.h"
#include "cli/recorded_commands.h"
#include "cli/run_record.h"
#include "harness/model/error.h"
#include "harness/stats/judge_recorded.h"
#include "results/formats/formats.h"
#include "results/formats/input_file.h"
#include "results/formats/recording_filter.h"
#include "results/formats/recording_text.h"

namespace cli {
namespace {

using harness::Recording;

// All or nothing: a comparison that lacks a file would be another one. What was left out of a file is said.
std::vector<Recording> read_side(const std::vector<std::string>& files, const std::string& as) {
  std::vector<Recording> recordings;
  for (const std::string& path : results::formats::input_paths(files)) {
    recordings.push_back(results::formats::read_recording(results::formats::input_file(path), path, as));
    const Recording& recording = recordings.back();
    if (!recording.left_out.empty() || !recording.notices.empty()) std::cerr << results::formats::recording_summary(recording);
  }
  return recordings;
}

// Both families get the same names, as compare.py gives them: "[BM_a vs. BM_b]/8".
void filter(std::vector<Recording>& recordings, const std::string& pattern, const std::string& name) {
  if (pattern.empty()) return;
  for (Recording& recording : recordings) recording = results::formats::filtered(std::move(recording), pattern, name);
}

const std::string& word_at(const std::vector<std::string>& words, std::size_t at, const std::string& form) {
  if (at >= words.size()) throw harness::UsageError("compare " + words[0] + " takes " + form);
  return words[at];
}

}  // namespace

CompareRecordedOptions recorded_options(const CompareOptions& options) {
  CompareRecordedOptions recorded;
  recorded.format = options.format;
  recorded.tolerance = options.tolerance;
  recorded.confidence = options.confidence;
  recorded.fail_on = options.fail_on;
  recorded.command_line = options.command_line;
  recorded.before_filter = recorded.after_filter = options.filter;
  return recorded;
}

bool take_compare_form(const std::vector<std::string>& words, CompareRecordedOptions& options) {
  if (words.empty()) return false;
  const auto word = [&](std::size_t at, const std::string& form) { return word_at(words, at, form); };
  std::size_t taken = 0;
  if (words[0] == "benchmarks") {
    options.before = {word(1, "BEFORE AFTER")};
    options.after = {word(2, "BEFORE AFTER")};
    taken = 3;
  } else if (words[0] == "filters") {
    options.before = options.after = {word(1, "FILE FILTER FILTER")};
    options.before_filter = word(2, "FILE FILTER FILTER");
    options.after_filter = word(3, "FILE FILTER FILTER");
    taken = 4;
  } else if (words[0] == "benchmarksfiltered") {
    options.before = {word(1, "BEFORE FILTER AFTER FILTER")};
    options.before_filter = word(2, "BEFORE FILTER AFTER FILTER");
    options.after = {word(3, "BEFORE FILTER AFTER FILTER")};
    options.after_filter = word(4, "BEFORE FILTER AFTER FILTER");
    taken = 5;
  }
  if (taken != 0 && words.size() > taken) throw harness::UsageError("compare " + words[0] + " takes no '" + words[taken] + "'");
  return taken != 0;
}

int compare_recorded(const CompareRecordedOptions& options) {
  const auto& format = results::formats::format_named(options.format);
  if (!options.as.empty()) (void)results::formats::recorded_format_named(options.as);
  const auto started = std::chrono::steady_clock::now();
  auto before = read_side(options.before, options.as);
  auto after = read_side(options.after, options.as);
  // One filter for both only selects: the names stay what they are.
  const auto literal = [](const std::string& text) {
    std::string escaped;
    for (const char letter : text) escaped += letter == '\\' ? "\\\\" : std::string(1, letter);
    return escaped;
  };
  const bool families = options.before_filter != options.after_filter;
  const std::string name = families ? literal("[" + options.before_filter + " vs. " + options.after_filter + "]") : R"(\0)";
  filter(before, options.before_filter, name);
  filter(after, options.after_filter, name);
  const harness::stats::RecordedRule rule{options.confidence, options.tolerance, options.metric};
  auto verdicts = harness::stats::judge_recorded(before, after, rule);
  harness::Report report{.run = begin_run_record(harness::RunKind::Compare, 0, options.command_line),
                         .machine = {.fingerprint = "unknown", .cpu_model = "unknown machine"},
                         .comparisons = std::move(verdicts.comparisons)};
  report.run.rule = to_string(rule);
  report.run.notes = std::move(verdicts.notes);
  if (report.comparisons.empty()) {
    throw harness::Error("the two sides have no scenario and metric in common that can be judged");
  }
  finish_run_record(report.run, harness::RunState::Done, started);
  std::cout << format.write(report) << std::flush;
  return exit_status(report, options.fail_on);
}

}  // namespace cli
