#include "results/formats/exported.h"

#include <charconv>
#include <set>
#include <utility>

#include "harness/model/unit.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Side;

void add_recording(const harness::Recording& recording, std::vector<ExportedSeries>& all) {
  for (const auto& scenario : recording.scenarios) {
    for (const auto& series : scenario.series) {
      all.push_back({scenario.name, scenario.parameters, scenario.side,
                     scenario.side == Side::Alone ? "" : std::string(to_string(scenario.side)), scenario.label,
                     recording.metrics[series.metric], series.statistic, series.n, series.values});
    }
  }
}

ExportedSeries side_of(const Comparison& comparison, Side side) {
  const bool before = side == Side::Before;
  ExportedSeries series{.scenario = comparison.scenario,
                        .parameters = comparison.parameters,
                        .side = side,
                        .variant = (before ? comparison.before : comparison.after).variant.name,
                        .metric = {comparison.metric.name, comparison.metric.unit, comparison.metric.direction}};
  if (comparison.recorded) {
    const auto& recorded = before ? comparison.recorded->before : comparison.recorded->after;
    series.statistic = recorded.statistic;
    series.n = recorded.n;
    series.values = recorded.values;
  } else {
    for (const auto& estimate : comparison.estimates) {
      series.values.push_back(before ? estimate.before_median : estimate.after_median);
    }
    series.n = static_cast<std::int64_t>(series.values.size());
  }
  return series;
}

std::string_view time_of(std::string_view unit) { return unit.substr(0, unit.find('/')); }

}  // namespace

std::vector<ExportedSeries> exported_series(const harness::Report& report) {
  std::vector<ExportedSeries> all;
  for (const auto& recording : report.recordings) add_recording(recording, all);
  if (!all.empty()) return all;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Comparison& comparison : report.comparisons) {
    for (const Side side : {Side::Before, Side::After}) {
      ExportedSeries series = side_of(comparison, side);
      if (!series.values.empty() && seen.emplace(exported_name(series), series.metric.name).second) {
        all.push_back(std::move(series));
      }
    }
  }
  return all;
}

std::string exported_name(const ExportedSeries& series) {
  std::string name = series.scenario;
  for (const auto& [key, value] : series.parameters.values()) name += "/" + key + "=" + harness::to_string(value);
  return series.variant.empty() ? name : name + "/" + series.variant;
}

std::string exact_number(double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  return {text, result.ptr};
}

double time_factor(const std::string& unit, const std::string& to) {
  if (!harness::is_time_unit(unit)) return 0;
  return harness::unit_ratio(time_of(unit), to).value_or(0);
}

}  // namespace results::formats
