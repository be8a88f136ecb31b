// hyperfine's JSON (--export-json): a command is a scenario, each of its runs a sample, times in seconds.
#include <nlohmann/json.hpp>

#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
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

void add_times(RecordingBuilder& builder, std::size_t scenario, const Json& result, const std::string& command) {
  const Json& times = member(result, "times");
  const Json& memory = member(result, "memory_usage_byte");
  for (std::size_t run = 0; run < times.size(); ++run) {
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
  const auto n = static_cast<std::int64_t>(member(result, "times").size());
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
    if (member(result, "times").empty()) add_mean(builder, scenario, result, "mean", kTime.name);
    add_mean(builder, scenario, result, "user", "user_time");
    add_mean(builder, scenario, result, "system", "system_time");
  }
  return builder.finish();
}

bool recognises_hyperfine(std::string_view text) {
  return head_has(text, {"\"results\"", "\"command\"", "\"mean\""});
}

}  // namespace

const Format kHyperfine{.name = "hyperfine",
                        .extension = "json",
                        .description = "hyperfine's JSON",
                        .recognises = recognises_hyperfine,
                        .read = read_hyperfine};

}  // namespace results::formats
