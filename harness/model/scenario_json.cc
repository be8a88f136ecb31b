#include "harness/model/scenario_json.h"

#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "harness/model/error.h"

namespace harness {
namespace {

using Json = nlohmann::ordered_json;

std::string named(std::string_view key) { return "'" + std::string(key) + "'"; }

const Json& at(const Json& object, std::string_view key) {
  if (!object.is_object()) throw Error("a JSON object is needed where " + named(key) + " is read");
  const auto found = object.find(std::string(key));
  if (found == object.end()) throw Error("the key " + named(key) + " is missing");
  return *found;
}

std::string text_at(const Json& object, std::string_view key) {
  const Json& value = at(object, key);
  if (!value.is_string()) throw Error(named(key) + " is not a text");
  return value.get<std::string>();
}

double number_at(const Json& object, std::string_view key) {
  const Json& value = at(object, key);
  if (!value.is_number()) throw Error(named(key) + " is not a number");
  return value.get<double>();
}

const Json& list_at(const Json& object, std::string_view key) {
  const Json& value = at(object, key);
  if (!value.is_array()) throw Error(named(key) + " is not a list");
  return value;
}

int thread_count(const Json& object) {
  const double threads = number_at(object, "threads");
  if (threads < 1 || threads > std::numeric_limits<int>::max()) throw Error("'threads' is not a positive number");
  return static_cast<int>(threads);
}

// Every element of a list turned by `convert`.
template <class Values, class Convert>
Json list_of(const Values& values, Convert convert) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(convert(value));
  return list;
}

template <class Value, std::invocable<const Json&> Convert>
std::vector<Value> values_of(const Json& list, Convert convert) {
  std::vector<Value> values;
  for (const Json& element : list) values.push_back(convert(element));
  return values;
}

Json metric_to_json(const Metric& metric) {
  return {{"name", metric.name}, {"unit", metric.unit}, {"direction", to_string(metric.direction)}};
}

Metric metric_from_json(const Json& json) {
  return {text_at(json, "name"), text_at(json, "unit"), direction_from_string(text_at(json, "direction"))};
}

Json variant_to_json(const Variant& variant) { return {{"name", variant.name}, {"role", to_string(variant.role)}}; }

Variant variant_from_json(const Json& json) { return {text_at(json, "name"), role_from_string(text_at(json, "role"))}; }

Json presets_to_json(const ParameterPoint& point) {
  return list_of(point.presets, [](Preset preset) { return to_string(preset); });
}

Preset preset_from_json(const Json& json) {
  if (!json.is_string()) throw Error("a preset is not a text");
  return preset_from_string(json.get<std::string>());
}

std::optional<Reported> maybe_reported_from_json(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(reported_from_json(json));
}

// The figures of single points, or null when none has its own.
Json reported_at_to_json(const std::vector<ParameterPoint>& points) {
  if (std::ranges::none_of(points, [](const auto& point) { return point.reported.has_value(); })) return nullptr;
  return list_of(points, [](const auto& point) { return point.reported ? reported_to_json(*point.reported) : Json(); });
}

void read_reported_at(const Json& scenario, std::vector<ParameterPoint>& points) {
  if (!scenario.contains("reported_at")) return;
  const Json& figures = list_at(scenario, "reported_at");
  if (figures.size() != points.size()) throw Error("'parameters' and 'reported_at' differ in length");
  for (std::size_t i = 0; i < points.size(); ++i) points[i].reported = maybe_reported_from_json(figures[i]);
}

std::vector<ParameterPoint> points_from_json(const Json& scenario) {
  const Json& parameters = list_at(scenario, "parameters");
  const Json& presets = list_at(scenario, "presets");
  if (parameters.size() != presets.size()) throw Error("'parameters' and 'presets' differ in length");
  std::vector<ParameterPoint> points;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!presets[i].is_array()) throw Error("an element of 'presets' is not a list");
    points.push_back({parameters_from_json(parameters[i]), values_of<Preset>(presets[i], preset_from_json)});
  }
  read_reported_at(scenario, points);
  return points;
}

ParameterValue parameter_value_from_json(const std::string& name, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() ||
                     value.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()});
  if (!fits) throw Error("parameter " + named(name) + " is neither a text nor a whole number of 64 bits");
  return value.get<std::int64_t>();
}

}  // namespace

Json parameters_to_json(const Parameters& parameters) {
  Json object = Json::object();
  for (const auto& [name, value] : parameters.values()) {
    std::visit([&, &key = name](const auto& plain) { object[key] = plain; }, value);
  }
  return object;
}

Parameters parameters_from_json(const Json& json) {
  if (!json.is_object()) throw Error("a parameter point is not a JSON object");
  Parameters parameters;
  for (const auto& [name, value] : json.items()) parameters.add(name, parameter_value_from_json(name, value));
  return parameters;
}

Json reported_to_json(const Reported& reported) {
  Json json = {
      {"source", reported.source}, {"metric", reported.metric}, {"speedup", reported.speedup}, {"note", reported.note}};
  if (!reported.variant.empty()) json["variant"] = reported.variant;
  if (!reported.caveat.empty()) json["caveat"] = reported.caveat;
  return json;
}

Reported reported_from_json(const Json& json) {
  const auto optional_text = [&](const char* key) { return json.contains(key) ? text_at(json, key) : std::string(); };
  return {text_at(json, "source"), text_at(json, "metric"),  number_at(json, "speedup"),
          text_at(json, "note"),   optional_text("variant"), optional_text("caveat")};
}

Json scenario_to_json(const Scenario& scenario) {
  Json json = {
      {"name", scenario.name},
      {"summary", scenario.summary},
      {"unit_of_work", scenario.unit_of_work},
      {"threads", scenario.threads},
      {"metric", scenario.metric},
      {"metrics", list_of(scenario.metrics, metric_to_json)},
      {"variants", list_of(scenario.variants, variant_to_json)},
      {"parameters", list_of(scenario.points, [](const auto& point) { return parameters_to_json(point.parameters); })},
      {"presets", list_of(scenario.points, presets_to_json)},
      {"reported", scenario.reported ? reported_to_json(*scenario.reported) : Json(nullptr)}};
  if (Json figures = reported_at_to_json(scenario.points); !figures.is_null()) json["reported_at"] = std::move(figures);
  return json;
}

Scenario scenario_from_json(const Json& json) {
  return {.name = text_at(json, "name"),
          .summary = text_at(json, "summary"),
          .unit_of_work = text_at(json, "unit_of_work"),
          .threads = thread_count(json),
          .metric = text_at(json, "metric"),
          .metrics = values_of<Metric>(list_at(json, "metrics"), metric_from_json),
          .variants = values_of<Variant>(list_at(json, "variants"), variant_from_json),
          .points = points_from_json(json),
          .reported = maybe_reported_from_json(at(json, "reported"))};
}

}  // namespace harness
