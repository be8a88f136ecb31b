// hyperfine's JSON (--export-json): a command is a scenario, each of its runs a sample, times in seconds.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/model/utf8.h"
#include "harness/stats/descriptive.h"
#include "results/formats/exported.h"
#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
#include "results/formats/report_json.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::Statistic;
using Json = nlohmann::json;

const harness::RecordedMetric kTime{std::string(harness::kWallTime), "s", Direction::LowerIsBetter};

harness::Parameters parameters_of(const Json& result) {
  harness::Parameters parameters;
  const Json& given = member(result, "parameters");
  if (!given.is_object()) return parameters;
  for (const auto& [name, value] : given.items()) {
    parameters.add(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return parameters;
}

// A run that failed timed something else: its exit code is not 0, or null where a signal killed it.
bool failed(const Json& exit_codes, std::size_t run) {
  return exit_codes.is_array() && run < exit_codes.size() && exit_codes[run] != 0;
}

std::size_t count_of(const Json& list) { return list.is_array() ? list.size() : 0; }

void add_times(RecordingBuilder& builder, std::size_t scenario, const Json& result, const std::string& command) {
  const Json& times = member(result, "times");
  const Json& memory = member(result, "memory_usage_byte");
  for (std::size_t run = 0; run < count_of(times); ++run) {
    const auto time = number_of(times[run]);
    if (failed(member(result, "exit_codes"), run)) {
      builder.leave_out("runs that failed", command);
    } else if (time) {
      builder.add(scenario, kTime, *time);
      if (memory.is_array() && run < memory.size() && memory[run].is_number()) {
        builder.add(scenario, {"max_rss", "bytes", Direction::LowerIsBetter}, memory[run].get<double>());
      }
    }
  }
}

// What hyperfine keeps of CPU times is a mean over the runs.
void add_mean(RecordingBuilder& builder, std::size_t scenario, const Json& result, std::string_view key,
              const std::string& metric) {
  const auto n = static_cast<std::int64_t>(count_of(member(result, "times")));
  const Json& value = member(result, key);
  if (value.is_number()) {
    builder.add(scenario, {metric, "s", Direction::LowerIsBetter}, value.get<double>(), Statistic::Mean, n);
  }
}

harness::Recording read_hyperfine(std::string& text, std::string_view) {
  const Json file = parse_foreign_json(text);
  RecordingBuilder builder(kHyperfine.name);
  for (const Json& result : member(file, "results")) {
    const std::string command = text_member(result, "command");
    const std::size_t scenario = builder.scenario(command, parameters_of(result));
    add_times(builder, scenario, result, command);
    if (count_of(member(result, "times")) == 0) add_mean(builder, scenario, result, "mean", kTime.name);
    add_mean(builder, scenario, result, "user", "user_time");
    add_mean(builder, scenario, result, "system", "system_time");
  }
  return builder.finish();
}

// Only times have a place there; they are in seconds.
std::string write_hyperfine(const harness::Report& report) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  const std::vector<ExportedSeries> all = exported_series(report);
  std::set<std::string> walls;  // a command has one clock: where both are known, the wall's
  for (const ExportedSeries& series : all) {
    if (series.metric.name == harness::kWallTime) walls.insert(exported_name(series));
  }
  for (const ExportedSeries& series : all) {
    const double factor = time_factor(series.metric.unit, "s");
    const bool clock = series.metric.name == harness::kWallTime ||
                       (series.metric.name == harness::kCpuTime && !walls.contains(exported_name(series)));
    if (factor == 0 || !clock || series.statistic != Statistic::Sample) continue;
    std::vector<double> times = series.values;
    for (double& time : times) time *= factor;
    results.push_back({{"command", harness::valid_utf8(exported_name(series))},
                       {"mean", harness::stats::mean(times)},
                       {"stddev", times.size() > 1 ? Json(harness::stats::standard_deviation(times)) : Json()},
                       {"median", harness::stats::median(times)},
                       {"min", *std::ranges::min_element(times)},
                       {"max", *std::ranges::max_element(times)},
                       {"times", times},
                       {"clock", series.metric.name}});
  }
  return dump({{"results", std::move(results)}});
}

bool recognises_hyperfine(std::string_view text) {
  return head_has(text, {"\"results\"", "\"command\"", "\"mean\""});
}

}  // namespace

const Format kHyperfine{.name = "hyperfine",
                        .extension = "json",
                        .description = "hyperfine's JSON",
                        .write = write_hyperfine,
                        .recognises = recognises_hyperfine,
                        .read = read_hyperfine};

}  // namespace results::formats
