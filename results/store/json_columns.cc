#include "results/store/json_columns.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/model/error.h"
#include "harness/model/recording_json.h"

namespace results::store {
namespace {

using harness::Comparison;
using harness::Failure;
using harness::Interval;
using harness::Metric;
using harness::Reported;
using nlohmann::json;

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

template <class Decode>
auto decode(std::string_view text, Decode decode_value) {
  try {
    return decode_value(json::parse(text));
  } catch (const json::exception& error) {
    throw harness::Error(std::string("a JSON column cannot be read (") + error.what() + "); the store is damaged");
  }
}

json number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

double number_from(const json& value) {
  if (!value.is_string()) return value.get<double>();
  const auto& text = value.get_ref<const std::string&>();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

json to_json(const Metric& metric) { return {metric.name, metric.unit, harness::to_string(metric.direction)}; }

Metric metric_from(const json& value) {
  return {value.at(0), value.at(1), harness::direction_from_string(value.at(2).get_ref<const std::string&>())};
}

json to_json(const Reported& reported) {
  return {{"source", reported.source},
          {"metric", reported.metric},
          {"speedup", number(reported.speedup)},
          {"note", reported.note},
          {"variant", reported.variant},
          {"caveat", reported.caveat}};
}

Reported reported_from(const json& value) {
  return {value.at("source"), value.at("metric"), number_from(value.at("speedup")), value.at("note"),
          value.value("variant", ""), value.value("caveat", "")};
}

json to_json(const Failure& failure) {
  return {{"stage", harness::to_string(failure.stage)},
          {"variant", failure.variant},
          {"message", failure.message},
          {"stderr_tail", failure.stderr_tail}};
}

Failure failure_from(const json& value) {
  return {harness::stage_from_string(value.at("stage").get_ref<const std::string&>()), value.at("variant"),
          value.at("message"), value.at("stderr_tail")};
}

json to_json(const harness::MetricSpeedup& other) {
  json out = {{"metric", to_json(other.metric)}, {"speedup", number(other.median.ratio)}};
  if (const auto& interval = other.median.interval) out["interval"] = {number(interval->low), number(interval->high)};
  return out;
}

harness::MetricSpeedup metric_speedup_from(const json& value) {
  harness::MetricSpeedup other{metric_from(value.at("metric")), {number_from(value.at("speedup")), {}}};
  if (const auto found = value.find("interval"); found != value.end()) {
    other.median.interval = Interval{number_from(found->at(0)), number_from(found->at(1))};
  }
  return other;
}

}  // namespace

std::string encode_texts(const std::vector<std::string>& texts) { return dump(texts); }

std::vector<std::string> decode_texts(std::string_view text) {
  return decode(text, [](const json& value) { return value.get<std::vector<std::string>>(); });
}

std::string encode_parameters(const harness::Parameters& parameters) {
  json out = json::array();
  for (const auto& [name, value] : parameters.values()) {
    out.push_back({name, std::visit([](const auto& exact) { return json(exact); }, value)});
  }
  return dump(out);
}

harness::Parameters decode_parameters(std::string_view text) {
  return decode(text, [](const json& pairs) {
    harness::Parameters parameters;
    for (const json& pair : pairs) {
      const json& value = pair.at(1);
      if (value.is_string()) {
        parameters.add(pair.at(0), value.get<std::string>());
      } else {
        parameters.add(pair.at(0), value.get<std::int64_t>());
      }
    }
    return parameters;
  });
}

std::string encode_metrics(const std::vector<Metric>& metrics) {
  json out = json::array();
  for (const Metric& metric : metrics) out.push_back(to_json(metric));
  return dump(out);
}

std::vector<Metric> decode_metrics(std::string_view text) {
  return decode(text, [](const json& value) {
    std::vector<Metric> metrics;
    for (const json& metric : value) metrics.push_back(metric_from(metric));
    return metrics;
  });
}

std::string encode_reported(const Reported& reported) { return dump(to_json(reported)); }
Reported decode_reported(std::string_view text) { return decode(text, reported_from); }

std::string encode_details(const Comparison& comparison) {
  json out = json::object();
  if (comparison.other_metric) out["other_metric"] = to_json(*comparison.other_metric);
  if (comparison.reported) out["reported"] = to_json(*comparison.reported);
  if (comparison.failure) out["failure"] = to_json(*comparison.failure);
  if (comparison.recorded) out["recorded"] = harness::recorded_to_json(*comparison.recorded);
  if (!comparison.warnings.empty()) out["warnings"] = comparison.warnings;
  return out.empty() ? "" : dump(out);
}

void decode_details(std::string_view text, Comparison& comparison) {
  if (text.empty()) return;
  decode(text, [&](const json& value) {
    if (value.contains("other_metric")) comparison.other_metric = metric_speedup_from(value["other_metric"]);
    if (value.contains("reported")) comparison.reported = reported_from(value["reported"]);
    if (value.contains("failure")) comparison.failure = failure_from(value["failure"]);
    if (value.contains("recorded")) comparison.recorded = harness::recorded_from_json(value["recorded"]);
    if (value.contains("warnings")) comparison.warnings = value["warnings"].get<std::vector<std::string>>();
    return 0;
  });
}

}  // namespace results::store
