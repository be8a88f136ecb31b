// A scenario as JSON: one object for the worker protocol and for `tandem list --format json`.
//
//   {"name": "client/in_flight_set", "summary": ..., "unit_of_work": "op", "threads": 1, "metric": "auto",
//    "metrics": [{"name": ..., "unit": ..., "direction": "lower_is_better"}],
//    "variants": [{"name": "std::unordered_set", "role": "before"}, ...],
//    "parameters": [{"ops": 33289}, ...], "presets": [["smoke", "quick"], ...],
//    "reported": {"source": ..., "metric": ..., "speedup": 1.278, "note": ..., "variant": ..., "caveat": ...} or null,
//    "reported_at": [null, {"source": ...}, ...]}
//
// `presets` and `reported_at` are aligned with `parameters`; `reported_at` is absent where no point has a figure of its
// own, "variant" and "caveat" where they are empty. Objects keep the order of their keys: a parameter point has one.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/model/parameters.h"
#include "harness/model/scenario.h"

namespace harness {

nlohmann::ordered_json scenario_to_json(const Scenario& scenario);

// Throws Error, naming the key, on a missing key or a value of the wrong kind. Unknown keys are ignored: a newer worker
// may say more.
Scenario scenario_from_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json parameters_to_json(const Parameters& parameters);  // {"ops": 33289}
Parameters parameters_from_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json reported_to_json(const Reported& reported);
Reported reported_from_json(const nlohmann::ordered_json& json);

}  // namespace harness
