#include "results/formats/commit_message_write.h"

#include "results/formats/display.h"
#include "results/formats/exported.h"
#include "results/formats/numbers.h"
#include "results/formats/sentences.h"

namespace results::formats {
namespace {

using harness::Comparison;

std::string label_of(const Comparison& comparison) {
  std::string label = one_line(comparison.scenario);
  if (!comparison.parameters.empty()) label += " " + one_line(to_string(comparison.parameters));
  return label;
}

std::string line_of(const std::string& name, double value, const std::string& unit) {
  return name + ": " + exact_number(value) + " " + unit + "\n";
}

std::string block(const std::string& label, const Comparison& comparison, const std::vector<double>& values,
                  std::optional<double> median, std::optional<double> mean) {
  std::string text = label + ":\n";
  const std::string unit = one_line(comparison.metric.unit);
  for (const double value : values) text += line_of(label_of(comparison) + ", " + one_line(comparison.metric.name), value, unit);
  if (median) text += line_of("Median", *median, unit);
  if (mean) text += line_of("Mean", *mean, unit);
  return text + "\n";
}

std::string speedup_line(const std::string& name, const std::optional<harness::Speedup>& speedup, const Comparison& comparison) {
  if (!speedup) return "";
  return name + " speedup: " + factor(speedup->ratio) + " (" +
         change(harness::change_percent(speedup->ratio, comparison.metric.direction)) + ")\n";
}

std::vector<double> values_of(const Comparison& comparison, bool before) {
  if (comparison.recorded) return before ? comparison.recorded->before.values : comparison.recorded->after.values;
  std::vector<double> values;
  for (const auto& pair : comparison.estimates) values.push_back(before ? pair.before_median : pair.after_median);
  return values;
}

std::string of(const Comparison& comparison) {
  const std::string verdict(to_string(comparison.verdict));
  std::string text = label_of(comparison) + ", " + one_line(variants_of(comparison)) + ", is " + verdict + "\n\n";
  text += block("Before this patch", comparison, values_of(comparison, true), comparison.before_median, comparison.before_mean);
  text += block("After this patch", comparison, values_of(comparison, false), comparison.after_median, comparison.after_mean);
  text += speedup_line("Median", comparison.median, comparison) + speedup_line("Mean", comparison.mean, comparison);
  for (const std::string& note : notes_of(comparison)) text += "(" + one_line(note) + ")\n";
  return text + "\n============\n\n";
}

}  // namespace

std::string write_commit_message(const harness::Report& report) {
  std::string text;
  for (const Comparison& comparison : report.comparisons) text += of(comparison);
  return text + one_line(run_sentence(report.run) + " " + machine_sentence(report.machine)) + "\n";
}

}  // namespace results::formats
