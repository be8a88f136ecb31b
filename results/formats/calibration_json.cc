#include <nlohmann/json.hpp>
#include <optional>

#include "harness/model/scenario_json.h"
#include "harness/model/utf8.h"
#include "harness/stats/sequential.h"
#include "results/formats/calibration.h"
#include "results/formats/report_json.h"

namespace results::formats {
namespace {

using harness::stats::Characteristics;
using Json = nlohmann::ordered_json;

Json maybe(const std::optional<double>& value) { return value ? number_to_json(*value) : Json(); }

Json rate_to_json(const harness::stats::Rate& rate) {
  Json interval;
  if (rate.interval) interval = Json::array({rate.interval->low, rate.interval->high});
  return {{"verdicts", rate.verdicts},
          {"of", rate.of},
          {"rate", rate.of > 0 ? Json(static_cast<double>(rate.verdicts) / rate.of) : Json()},
          {"interval", interval}};
}

Json detections_to_json(const Characteristics& learned) {
  Json list = Json::array();
  for (const auto& detection : learned.detections) {
    list.push_back({{"slowdown", number_to_json(detection.slowdown)}, {"found", rate_to_json(detection.found)}});
  }
  return list;
}

Json characteristics_to_json(const Characteristics& learned) {
  Json failure;
  if (learned.failure) {
    failure = {{"stage", harness::to_string(learned.failure->stage)},
               {"message", harness::valid_utf8(learned.failure->message)}};
  }
  return {{"scenario", harness::valid_utf8(learned.scenario)},
          {"parameters", harness::parameters_to_json(learned.parameters)},
          {"launch_pairs", learned.launch_pairs},
          {"false_alarms", rate_to_json(learned.false_alarms)},
          {"noise_floor", maybe(learned.noise_floor)},
          {"detections", detections_to_json(learned)},
          {"least_detectable", maybe(learned.least_detectable)},
          {"verdict_seconds", maybe(learned.verdict_seconds)},
          {"failure", failure}};
}

}  // namespace

std::string write_calibration_json(const Calibration& calibration) {
  Json scenarios = Json::array();
  for (const Characteristics& learned : calibration.learned) scenarios.push_back(characteristics_to_json(learned));
  return dump({{"schema", "tandem.calibration/1"},
               {"run", run_to_json(calibration.run)},
               {"machine", machine_to_json(calibration.machine)},
               {"rule", harness::stats::to_string(calibration.rule)},
               {"verdict_launch_pairs", calibration.verdict_launch_pairs},
               {"scenarios", std::move(scenarios)}});
}

}  // namespace results::formats
