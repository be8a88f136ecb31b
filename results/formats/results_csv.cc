// The format "csv". Comparisons are one row each; a run without them (imported files) is written as Google Benchmark
// writes CSV, with a column for every metric that any scenario has. No cell is a formula.
#include <algorithm>
#include <cmath>
#include <map>

#include "results/formats/csv.h"
#include "results/formats/exported.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Comparison;

std::string joined(const CsvRow& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + cell;
  return line + "\n";
}

std::string cell(const std::optional<double>& value) { return value && std::isfinite(*value) ? exact_number(*value) : ""; }

void append(CsvRow& row, const std::optional<harness::Speedup>& speedup) {
  const bool interval = speedup && speedup->interval;
  row.push_back(speedup ? cell(speedup->ratio) : "");
  row.push_back(interval ? cell(speedup->interval->low) : "");
  row.push_back(interval ? cell(speedup->interval->high) : "");
}

std::string row_of(const std::string& run, const Comparison& c) {
  CsvRow row{csv_text_cell(run),
             csv_text_cell(c.scenario),
             csv_text_cell(to_string(c.parameters)),
             csv_text_cell(c.before.variant.name),
             csv_text_cell(c.after.variant.name),
             csv_text_cell(c.metric.name),
             csv_text_cell(c.metric.unit),
             std::to_string(c.launch_pairs),
             cell(c.before_median),
             cell(c.after_median),
             cell(c.before_mean),
             cell(c.after_mean)};
  append(row, c.median);
  append(row, c.mean);
  row.emplace_back(to_string(c.verdict));
  return joined(row);
}

std::string comparisons_csv(const harness::Report& report) {
  std::string text =
      "run,scenario,parameters,before,after,metric,unit,launch_pairs,before_median,after_median,before_mean,after_mean,"
      "median_speedup,median_speedup_low,median_speedup_high,mean_speedup,mean_speedup_low,mean_speedup_high,verdict\n";
  for (const Comparison& comparison : report.comparisons) text += row_of(report.run.id, comparison);
  return text;
}

// The values of one name, by metric; times in nanoseconds.
struct Lines {
  std::map<std::string, std::vector<double>> columns;
  std::string label;
};

std::string recordings_csv(const harness::Report& report) {
  std::vector<std::string> names, metrics;
  std::map<std::string, Lines> all;
  for (const ExportedSeries& series : exported_series(report)) {
    const auto [at, added] = all.try_emplace(exported_name(series));
    if (added) names.push_back(at->first);
    const bool clock = series.metric.name == harness::kWallTime || series.metric.name == harness::kCpuTime;
    const double factor = clock ? time_factor(series.metric.unit, "ns") : 1;
    if (!clock && std::ranges::find(metrics, series.metric.name) == metrics.end()) metrics.push_back(series.metric.name);
    at->second.label = series.label;
    for (const double value : series.values) at->second.columns[series.metric.name].push_back(value * factor);
  }
  CsvRow header{"name", "iterations", "real_time", "cpu_time", "time_unit", "label"};
  for (const std::string& metric : metrics) header.push_back(csv_text_cell(metric));
  std::string text = joined(header);
  for (const std::string& name : names) {
    const Lines& lines = all[name];
    std::size_t rows = 0;
    for (const auto& [metric, values] : lines.columns) rows = std::max(rows, values.size());
    const auto at = [&](const std::string& metric, std::size_t row) {
      const auto found = lines.columns.find(metric);
      return found != lines.columns.end() && row < found->second.size() ? exact_number(found->second[row]) : "";
    };
    for (std::size_t row = 0; row < rows; ++row) {
      CsvRow cells{csv_text_cell(name), "1", at("wall_time", row), at("cpu_time", row), "ns", csv_text_cell(lines.label)};
      for (const std::string& metric : metrics) cells.push_back(at(metric, row));
      text += joined(cells);
    }
  }
  return text;
}

std::string write_csv(const harness::Report& report) {
  return report.comparisons.empty() && !report.recordings.empty() ? recordings_csv(report) : comparisons_csv(report);
}

}  // namespace

const Format kCsv{.name = "csv",
                  .extension = "csv",
                  .description = "one row a comparison, for a spreadsheet",
                  .write = write_csv};

}  // namespace results::formats
