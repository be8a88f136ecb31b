#include "results/formats/recording_text.h"

#include "harness/stats/descriptive.h"
#include "results/formats/display.h"
#include "results/formats/numbers.h"
#include "results/formats/table.h"

namespace results::formats {
namespace {

using harness::RecordedScenario;
using harness::Recording;

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::size_t values_in(const Recording& recording) {
  std::size_t values = 0;
  for (const RecordedScenario& scenario : recording.scenarios) {
    for (const auto& series : scenario.series) values += series.values.size();
  }
  return values;
}

std::string label_of(const RecordedScenario& scenario) {
  std::string label = scenario.name.empty() ? "(no name)" : one_line(scenario.name);
  if (!scenario.parameters.empty()) label += " " + one_line(to_string(scenario.parameters));
  if (scenario.side != harness::Side::Alone) label += ", " + std::string(to_string(scenario.side));
  return label;
}

std::string n_of(const harness::RecordedSeries& series) {
  const std::string n = series.n == 0 ? "?" : std::to_string(series.n);
  return series.statistic == harness::Statistic::Sample ? n : std::string(to_string(series.statistic)) + " of " + n;
}

}  // namespace

std::string recording_summary(const Recording& recording) {
  std::string text = one_line(recording.source) + ": " + recording.format + ", " +
                     counted(recording.scenarios.size(), "scenario") + ", " + counted(values_in(recording), "value") +
                     (recording.extent == harness::Extent::CutOff ? ", INCOMPLETE" : "") + "\n";
  for (const std::string& sentence : recording.notices) text += "  note: " + one_line(sentence) + "\n";
  for (const std::string& sentence : recording.left_out) text += "  left out: " + one_line(sentence) + "\n";
  return text;
}

std::string recording_table(std::span<const Recording> recordings, int columns) {
  Table table({{0, Align::Left}, {2, Align::Left}, {2, Align::Right}, {2, Align::Right, 6}, {2, Align::Right, 4}}, columns);
  table.add_heading({"", "metric", "n", "median", "mean"});
  for (const Recording& recording : recordings) {
    for (const RecordedScenario& scenario : recording.scenarios) {
      std::string label = label_of(scenario);
      for (const auto& series : scenario.series) {
        const auto& metric = recording.metrics[series.metric];
        table.add_row({label, one_line(metric.name), n_of(series),
                       quantity(harness::stats::median(series.values), metric.unit),
                       quantity(harness::stats::mean(series.values), metric.unit)});
        label.clear();
      }
    }
  }
  return table.text();
}

}  // namespace results::formats
