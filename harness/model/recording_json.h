// A recording as JSON, exact in both directions: for the store and for archives. Text that is no UTF-8 has U+FFFD in its
// place. Reading throws nlohmann::json::exception or Error where the JSON is no such value.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/model/recording.h"

namespace harness {

nlohmann::ordered_json series_to_json(const std::vector<RecordedSeries>& series);
std::vector<RecordedSeries> series_from_json(const nlohmann::json& json);

// Everything but source, format, recorded_at, extent and the scenarios.
nlohmann::ordered_json recording_details_to_json(const Recording& recording);
void recording_details_from_json(const nlohmann::json& json, Recording& recording);

nlohmann::ordered_json recording_to_json(const Recording& recording);
Recording recording_from_json(const nlohmann::json& json);

// {"before": {"statistic": "sample", "n": 3, "values": [...]}, "after": {...}}
struct Recorded;
nlohmann::ordered_json recorded_to_json(const Recorded& recorded);
Recorded recorded_from_json(const nlohmann::json& json);

}  // namespace harness
