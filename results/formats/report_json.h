// The JSON report, schema tandem.report/1: what `--format json` writes and the HTTP API answers.
// Every number is finite or null; `absent` of a comparison says for each null figure why. Text is valid UTF-8, whatever
// bytes the names had. Integers that a JavaScript number cannot hold are texts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "harness/model/report.h"

namespace results::formats {

inline constexpr std::string_view kReportSchema = "tandem.report/1";

nlohmann::ordered_json report_to_json(const harness::Report& report);

// The parts, for answers that hold less or more than a report.
nlohmann::ordered_json run_to_json(const harness::Run& run);
nlohmann::ordered_json machine_to_json(const harness::Machine& machine);
nlohmann::ordered_json comparison_to_json(const harness::Comparison& comparison);

// A number, or null if it is not finite.
nlohmann::ordered_json number_to_json(double value);

// The text of `json`, indented for people; never throws on text that is no UTF-8.
std::string dump(const nlohmann::ordered_json& json);

// The JSON Schema (draft-07) of the report, as shipped: report.schema.json.
std::string_view report_schema();

}  // namespace results::formats
