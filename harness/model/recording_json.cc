#include "harness/model/recording_json.h"

#include <nlohmann/json.hpp>

#include "harness/model/comparison.h"
#include "harness/model/error.h"

namespace harness {
namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

Ordered maybe(const std::optional<double>& value) { return value ? Ordered(*value) : Ordered(); }

std::optional<double> maybe_from(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

Ordered parameters_to_json(const Parameters& parameters) {
  Ordered pairs = Ordered::array();
  for (const auto& [name, value] : parameters.values()) {
    pairs.push_back({name, std::visit([](const auto& exact) { return Ordered(exact); }, value)});
  }
  return pairs;
}

Parameters parameters_from_json(const Json& pairs) {
  Parameters parameters;
  for (const Json& pair : pairs) {
    const Json& value = pair.at(1);
    if (value.is_string()) {
      parameters.add(pair.at(0), value.get<std::string>());
    } else {
      parameters.add(pair.at(0), value.get<std::int64_t>());
    }
  }
  return parameters;
}

Ordered metric_to_json(const RecordedMetric& metric) {
  return {{"name", metric.name},
          {"unit", metric.unit},
          {"direction", metric.direction ? Ordered(to_string(*metric.direction)) : Ordered()}};
}

RecordedMetric metric_from_json(const Json& json) {
  const Json& direction = json.at("direction");
  return {json.at("name"), json.at("unit"),
          direction.is_null() ? std::nullopt : std::optional(direction_from_string(direction.get<std::string>()))};
}

Ordered side_to_json(const RecordedSide& side) {
  return {{"statistic", to_string(side.statistic)}, {"n", side.n}, {"values", side.values}};
}

RecordedSide side_from_json(const Json& json) {
  return {json.at("values").get<std::vector<double>>(), json.at("n"),
          statistic_from_string(json.at("statistic").get<std::string>())};
}

RecordedScenario scenario_from_json(const Json& json) {
  return {json.at("name"), parameters_from_json(json.at("parameters")), side_from_string(json.at("side").get<std::string>()),
          json.at("label"), series_from_json(json.at("series"))};
}

// A series that points at no metric would be read out of bounds everywhere.
void check_metrics(const Recording& recording) {
  for (const RecordedScenario& scenario : recording.scenarios) {
    for (const RecordedSeries& series : scenario.series) {
      if (series.metric >= recording.metrics.size()) throw Error("a series of " + scenario.name + " has no metric");
    }
  }
}

}  // namespace

Ordered series_to_json(const std::vector<RecordedSeries>& all) {
  Ordered list = Ordered::array();
  for (const RecordedSeries& series : all) {
    list.push_back({{"metric", series.metric},
                    {"statistic", to_string(series.statistic)},
                    {"n", series.n},
                    {"values", series.values},
                    {"spread", maybe(series.spread)},
                    {"share", maybe(series.share)}});
  }
  return list;
}

std::vector<RecordedSeries> series_from_json(const Json& list) {
  std::vector<RecordedSeries> all;
  for (const Json& json : list) {
    all.push_back({json.at("metric"), statistic_from_string(json.at("statistic").get<std::string>()), json.at("n"),
                   json.at("values").get<std::vector<double>>(), maybe_from(json.at("spread")),
                   maybe_from(json.at("share"))});
  }
  return all;
}

Ordered recording_details_to_json(const Recording& recording) {
  Ordered metrics = Ordered::array();
  for (const RecordedMetric& metric : recording.metrics) metrics.push_back(metric_to_json(metric));
  return {{"context", recording.context},
          {"metrics", std::move(metrics)},
          {"left_out", recording.left_out},
          {"notices", recording.notices}};
}

void recording_details_from_json(const Json& json, Recording& recording) {
  recording.context = json.at("context").get<std::vector<std::pair<std::string, std::string>>>();
  for (const Json& metric : json.at("metrics")) recording.metrics.push_back(metric_from_json(metric));
  recording.left_out = json.at("left_out").get<std::vector<std::string>>();
  recording.notices = json.at("notices").get<std::vector<std::string>>();
}

Ordered recording_to_json(const Recording& recording) {
  Ordered json = {{"source", recording.source},
                  {"format", recording.format},
                  {"recorded_at", recording.recorded_at},
                  {"extent", to_string(recording.extent)}};
  json.update(recording_details_to_json(recording));
  json["scenarios"] = Ordered::array();
  for (const RecordedScenario& scenario : recording.scenarios) {
    json["scenarios"].push_back({{"name", scenario.name},
                                 {"parameters", parameters_to_json(scenario.parameters)},
                                 {"side", to_string(scenario.side)},
                                 {"label", scenario.label},
                                 {"series", series_to_json(scenario.series)}});
  }
  return json;
}

Recording recording_from_json(const Json& json) {
  Recording recording{.source = json.at("source"), .format = json.at("format"), .recorded_at = json.at("recorded_at")};
  recording.extent = extent_from_string(json.at("extent").get<std::string>());
  recording_details_from_json(json, recording);
  for (const Json& scenario : json.at("scenarios")) recording.scenarios.push_back(scenario_from_json(scenario));
  check_metrics(recording);
  return recording;
}

Ordered recorded_to_json(const Recorded& recorded) {
  return {{"before", side_to_json(recorded.before)}, {"after", side_to_json(recorded.after)}};
}

Recorded recorded_from_json(const Json& json) { return {side_from_json(json.at("before")), side_from_json(json.at("after"))}; }

}  // namespace harness
