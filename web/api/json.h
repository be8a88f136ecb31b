// The model's values as the API's JSON: member names are those of the report (schema tandem.report/1), numbers are
// finite or null, and a "text" member holds what a page shows.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "harness/model/comparison.h"
#include "harness/model/machine.h"
#include "harness/model/run.h"
#include "results/store/store.h"

namespace web::api {

using Json = nlohmann::ordered_json;

Json to_json(const harness::Run& run);
Json to_json(const harness::Machine& machine);
Json to_json(const results::store::RunOverview& overview);

// Without the estimates.
Json to_json(const harness::Comparison& comparison);

// {"improved": 3, ..., "all": 11}
Json counts_json(const std::vector<harness::Comparison>& comparisons);

// "3 improved, 1 regressed of 11"; "nothing was compared"
std::string counts_text(const std::vector<harness::Comparison>& comparisons);

// Where a page shows this comparison: "/scenario?name=...&parameters=...&before=...&after=..."
std::string scenario_link(const harness::Comparison& comparison);

// One line; text that is no UTF-8 is mended, so that a name from a foreign file cannot spoil an answer.
std::string to_text(const Json& document);

}  // namespace web::api
