// JMH's JSON: a benchmark with its parameters is a scenario, every iteration of every fork a sample. A mode of throughput
// is gain, every other is cost.
#include <nlohmann/json.hpp>

#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::RecordedMetric;
using harness::Statistic;
using Json = nlohmann::json;

harness::Parameters parameters_of(const Json& result) {
  harness::Parameters parameters;
  const Json& given = member(result, "params");
  if (!given.is_object()) return parameters;
  for (const auto& [name, value] : given.items()) {
    parameters.add(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return parameters;
}

void add_metric(RecordingBuilder& builder, std::size_t scenario, const RecordedMetric& metric, const Json& measured) {
  std::size_t samples = 0;
  for (const Json& fork : member(measured, "rawData")) {
    for (const Json& iteration : fork) {
      const auto value = number_of(iteration);
      if (!value) continue;
      builder.add(scenario, metric, *value);
      ++samples;
    }
  }
  if (samples > 0) return;
  // The mode "sample" keeps a histogram; its score is the mean.
  const auto score = number_of(member(measured, "score"));
  if (score) builder.add(scenario, metric, *score, Statistic::Mean, 0);
}

void add(RecordingBuilder& builder, const Json& result) {
  const std::size_t scenario = builder.scenario(text_member(result, "benchmark"), parameters_of(result));
  const bool throughput = text_member(result, "mode") == "thrpt";
  const Json& primary = member(result, "primaryMetric");
  add_metric(builder, scenario,
             {throughput ? "rate" : std::string(harness::kWallTime), text_member(primary, "scoreUnit"),
              throughput ? Direction::HigherIsBetter : Direction::LowerIsBetter},
             primary);
  const Json& secondary = member(result, "secondaryMetrics");
  if (!secondary.is_object()) return;
  for (const auto& [name, measured] : secondary.items()) {
    const std::string unit = text_member(measured, "scoreUnit");
    add_metric(builder, scenario, {name, unit, direction_of_unit(unit)}, measured);
  }
}

harness::Recording read_jmh(std::string& text, std::string_view) {
  const Json file = parse_foreign_json(text);
  RecordingBuilder builder(kJmh.name);
  if (file.is_array()) {
    for (const Json& result : file) add(builder, result);
  }
  return builder.finish();
}

bool recognises_jmh(std::string_view text) {
  return head_has(text, {"\"benchmark\"", "\"mode\"", "\"primaryMetric\""});
}

}  // namespace

const Format kJmh{.name = "jmh",
                  .extension = "json",
                  .description = "JMH's JSON",
                  .recognises = recognises_jmh,
                  .read = read_jmh};

}  // namespace results::formats
