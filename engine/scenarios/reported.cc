#include "engine/scenarios/reported.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/scenarios/reported_json.h"
#include "harness/model/error.h"

namespace engine::scenarios {
namespace {

using Json = nlohmann::json;

ReportedFigure figure_from_json(const Json& json) {
  return {
      .scenarios = json.at("scenarios"),
      .headline_of = json.at("headline_of"),
      .source = json.at("source"),
      .title = json.at("title"),
      .metric = {json.at("metric"), json.at("unit"), harness::direction_from_string(std::string(json.at("direction")))},
      .statistic = json.at("statistic"),
      .samples = json.at("samples"),
      .before = json.at("before"),
      .after = json.at("after"),
      .speedup = json.at("speedup"),
      .workload = json.at("workload"),
      .note = json.at("note"),
      .point = json.value("point", ""),
      .variants = json.value("variants", std::map<std::string, std::string>()),
      .caveats = json.value("caveats", std::map<std::string, std::string>()),
      .before_samples = json.value("before_samples", std::vector<double>()),
      .after_samples = json.value("after_samples", std::vector<double>())};
}

std::string samples_text(const ReportedFigure& figure) {
  if (figure.samples == 1) return "single run";
  return figure.statistic + " of " + std::to_string(figure.samples);
}

std::string text_of(const std::map<std::string, std::string>& by_scenario, std::string_view scenario) {
  const auto found = by_scenario.find(std::string(scenario));
  return found == by_scenario.end() ? "" : found->second;
}

harness::Reported to_reported(const ReportedFigure& figure, std::string_view scenario) {
  return {.source = figure.source,
          .metric = figure.metric.name,
          .speedup = figure.speedup,
          .note = figure.workload + "; " + samples_text(figure) + (figure.note.empty() ? "" : "; " + figure.note),
          .variant = text_of(figure.variants, scenario),
          .caveat = text_of(figure.caveats, scenario)};
}

[[noreturn]] void abort_with(const std::string& sentence) {
  std::fprintf(stderr, "reported.json: %s\n", sentence.c_str());
  std::abort();
}

// The first of the figures that is meant; aborts with the sentence where none is.
ReportedFigure figure_where(auto meant, const std::string& otherwise) try {
  for (const ReportedFigure& figure : reported_figures()) {
    if (meant(figure)) return figure;
  }
  abort_with(otherwise);
} catch (const harness::Error& error) {
  abort_with(error.what());
}

}  // namespace

std::vector<ReportedFigure> reported_figures() {
  try {
    std::vector<ReportedFigure> figures;
    for (const Json& json : Json::parse(embedded_files().front().content)) figures.push_back(figure_from_json(json));
    return figures;
  } catch (const Json::exception& error) {
    throw harness::Error(std::string("reported.json is malformed: ") + error.what());
  }
}

harness::Reported reported(std::string_view scenario) {
  const ReportedFigure figure = figure_where(
      [&](const ReportedFigure& each) { return std::ranges::count(each.headline_of, scenario) > 0; },
      "the scenario '" + std::string(scenario) + "' has no headline");
  return to_reported(figure, scenario);
}

harness::Reported reported(std::string_view scenario, std::string_view point) {
  const ReportedFigure figure = figure_where(
      [&](const ReportedFigure& each) { return each.point == point && std::ranges::count(each.scenarios, scenario) > 0; },
      "the scenario '" + std::string(scenario) + "' has no point '" + std::string(point) + "'");
  return to_reported(figure, scenario);
}

}  // namespace engine::scenarios
