#include "results/formats/google_benchmark_write.h"

#include <map>
#include <nlohmann/json.hpp>

#include "harness/model/utf8.h"
#include "results/formats/exported.h"
#include "results/formats/report_json.h"

namespace results::formats {
namespace {

using harness::Statistic;
using Json = nlohmann::ordered_json;

// All series of one name and statistic: the rows of one benchmark.
struct Benchmark {
  std::string name;
  Statistic statistic = Statistic::Sample;
  std::vector<const ExportedSeries*> series;

  [[nodiscard]] const ExportedSeries* metric(std::string_view name) const {
    for (const ExportedSeries* one : series) {
      if (one->metric.name == name) return one;
    }
    return nullptr;
  }
};

std::vector<Benchmark> benchmarks_of(const std::vector<ExportedSeries>& all) {
  std::vector<Benchmark> benchmarks;
  std::map<std::pair<std::string, Statistic>, std::size_t> index;
  for (const ExportedSeries& series : all) {
    const auto [at, added] = index.try_emplace({exported_name(series), series.statistic}, benchmarks.size());
    if (added) benchmarks.push_back({at->first.first, series.statistic, {}});
    benchmarks[at->second].series.push_back(&series);
  }
  return benchmarks;
}

// A unit that the format has; any other time is written in nanoseconds.
std::string unit_of(const ExportedSeries& time) {
  const std::string unit = time.metric.unit.substr(0, time.metric.unit.find('/'));
  return unit == "us" || unit == "ms" || unit == "s" ? unit : "ns";
}

Json names_of(const Benchmark& benchmark, std::size_t row, std::size_t rows, std::int64_t n) {
  const std::string name = harness::valid_utf8(benchmark.name);
  if (benchmark.statistic == Statistic::Sample) {
    return {{"name", name},          {"run_name", name},        {"run_type", "iteration"},
            {"repetitions", rows},   {"repetition_index", row}, {"threads", 1},
            {"iterations", 1}};
  }
  const std::string kind(to_string(benchmark.statistic));
  return {{"name", name + "_" + kind}, {"run_name", name},       {"run_type", "aggregate"}, {"repetitions", n},
          {"threads", 1},              {"aggregate_name", kind}, {"aggregate_unit", "time"}, {"iterations", n}};
}

void add_time(Json& row, const std::string& key, const ExportedSeries& time, std::size_t at, const std::string& unit) {
  row[key] = time.values[at] * time_factor(time.metric.unit, unit);
}

void add_rows(const Benchmark& benchmark, Json& rows) {
  const ExportedSeries* wall = benchmark.metric(harness::kWallTime);
  const ExportedSeries* cpu = benchmark.metric(harness::kCpuTime);
  const ExportedSeries* time = wall != nullptr ? wall : cpu;
  if (time == nullptr || time_factor(time->metric.unit, "ns") == 0) return;
  const std::string unit = unit_of(*time);
  for (std::size_t at = 0; at < time->values.size(); ++at) {
    Json row = names_of(benchmark, at, time->values.size(), time->n);
    const bool both = cpu != nullptr && wall != nullptr && at < cpu->values.size();
    add_time(row, "real_time", *time, at, unit);
    add_time(row, "cpu_time", both ? *cpu : *time, at, unit);
    row["time_unit"] = unit;
    if (!both) row["tandem_clock"] = time->metric.name;
    if (!time->label.empty()) row["label"] = harness::valid_utf8(time->label);
    for (const ExportedSeries* other : benchmark.series) {
      const std::string key = harness::valid_utf8(other->metric.name);
      if (other != wall && other != cpu && at < other->values.size() && !row.contains(key)) row[key] = other->values[at];
    }
    rows.push_back(std::move(row));
  }
}

Json context_of(const harness::Report& report) {
  Json context = {{"date", harness::valid_utf8(report.run.started_at)},
                  {"host_name", harness::valid_utf8(report.machine.fingerprint)},
                  {"executable", "tandem"},
                  {"num_cpus", report.machine.cores},
                  {"mhz_per_cpu", 0},
                  {"cpu_scaling_enabled", false},
                  {"caches", Json::array()},
                  {"load_avg", Json::array()},
                  {"library_build_type", "release"},
                  {"json_schema_version", 1}};
  for (const auto& recording : report.recordings) {
    for (const auto& [key, value] : recording.context) {
      const std::string name = "tandem_context_" + harness::valid_utf8(key);
      if (!context.contains(name)) context[name] = harness::valid_utf8(value);
    }
  }
  context["tandem_run"] = run_to_json(report.run);
  context["tandem_machine"] = machine_to_json(report.machine);
  return context;
}

}  // namespace

std::string write_google_benchmark(const harness::Report& report) {
  Json rows = Json::array();
  const std::vector<ExportedSeries> all = exported_series(report);
  for (const Benchmark& benchmark : benchmarks_of(all)) add_rows(benchmark, rows);
  return dump({{"context", context_of(report)}, {"benchmarks", std::move(rows)}});
}

}  // namespace results::formats
