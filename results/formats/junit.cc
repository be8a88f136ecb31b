// The format "junit": what continuous integration shows as tests. A comparison is a test case; a regression, a mixed
// result and a broken measurement are failures or errors, undecided ones are skipped with what they would take.
#include <algorithm>
#include <string>

#include "harness/model/comparison.h"
#include "harness/model/utf8.h"
#include "results/formats/display.h"
#include "results/formats/numbers.h"
#include "results/formats/rows.h"
#include "results/formats/sentences.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Report;
using harness::Verdict;

// XML 1.0 has no way to write most control characters; one_line() has replaced them.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : one_line(text)) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out.push_back(letter);
    }
  }
  return out;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

// "before 807.9, after 383.6 ns/op, median speedup x2.143 [1.631, 2.617], mean x2.078 [1.793, 2.409]"
std::string figures_of(const Comparison& comparison) {
  std::string text;
  if (comparison.before_median && comparison.after_median) {
    const BeforeAfter medians = before_after(*comparison.before_median, *comparison.after_median, comparison.metric.unit);
    text += "before " + medians.before + ", after " + medians.after;
  }
  if (comparison.median) text += ", median speedup " + speedup(*comparison.median);
  if (comparison.mean) text += ", mean speedup " + speedup(*comparison.mean);
  return text.empty() ? "no figures" : text;
}

std::string details_of(const Comparison& comparison) {
  std::string text = figures_of(comparison);
  for (const std::string& note : notes_of(comparison)) text += "; " + note;
  return text;
}

std::string element(std::string_view name, std::string_view message, std::string_view text) {
  return "      <" + std::string(name) + attribute("message", message) + ">" + escaped(text) + "</" + std::string(name) +
         ">\n";
}

std::string outcome_of(const Comparison& comparison) {
  const std::string word(harness::to_string(comparison.verdict));
  switch (comparison.verdict) {
    case Verdict::Regressed:
    case Verdict::Mixed:
      return element("failure", word, details_of(comparison));
    case Verdict::Invalid:
      return element("error", word, details_of(comparison));
    case Verdict::Undecided:
      return element("skipped", word, details_of(comparison));
    case Verdict::Improved:
    case Verdict::Unchanged:
      break;
  }
  return "      <system-out>" + escaped(word + ": " + details_of(comparison)) + "</system-out>\n";
}

std::string name_of(const Comparison& comparison) {
  std::string name = variants_of(comparison);
  if (!comparison.parameters.empty()) name += ", " + to_string(comparison.parameters);
  return name + ", " + comparison.metric.name;
}

std::string counted(const std::vector<Comparison>& comparisons, std::initializer_list<Verdict> verdicts) {
  return std::to_string(std::ranges::count_if(
      comparisons, [&](const Comparison& one) { return std::ranges::find(verdicts, one.verdict) != verdicts.end(); }));
}

std::string totals(const Report& report) {
  return attribute("tests", std::to_string(report.comparisons.size())) +
         attribute("failures", counted(report.comparisons, {Verdict::Regressed, Verdict::Mixed})) +
         attribute("errors", counted(report.comparisons, {Verdict::Invalid})) +
         attribute("skipped", counted(report.comparisons, {Verdict::Undecided}));
}

// JUnit's timestamps carry no zone.
std::string timestamp_of(const harness::Run& run) {
  return run.started_at.ends_with('Z') ? run.started_at.substr(0, run.started_at.size() - 1) : run.started_at;
}

std::string write_junit(const Report& report) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "tandem") +
                    totals(report) + ">\n  <testsuite" + attribute("name", "tandem " + report.run.id) + totals(report) +
                    attribute("timestamp", timestamp_of(report.run)) + attribute("hostname", report.machine.fingerprint) +
                    ">\n    <properties>\n      <property" + attribute("name", "run") +
                    attribute("value", run_sentence(report.run)) + "/>\n      <property" + attribute("name", "machine") +
                    attribute("value", machine_sentence(report.machine)) + "/>\n    </properties>\n";
  for (const Comparison& comparison : report.comparisons) {
    out += "    <testcase" + attribute("classname", comparison.scenario) + attribute("name", name_of(comparison)) + ">\n" +
           outcome_of(comparison) + "    </testcase>\n";
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace

const Format kJunit{.name = "junit",
                    .extension = "xml",
                    .description = "JUnit XML: a comparison is a test case",
                    .write = write_junit};

}  // namespace results::formats
