// The model's values as the API's JSON. Members and their names are those of the report (schema tandem.report/1), plus
// "text" with what a page shows, written by the formats of the reports, and "link" where a page shows it.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/model/comparison.h"
#include "harness/model/run.h"
#include "results/store/store.h"

namespace web::api {

using Json = nlohmann::ordered_json;

Json run_json(const harness::Run& run);
Json run_json(const results::store::RunOverview& overview);  // with "trials" and "counts"
Json comparison_json(const harness::Comparison& comparison);  // without "estimates"

// {"invalid": 0, ..., "improved": 3, ..., "all": 11}
Json counts_json(const std::vector<harness::Comparison>& comparisons);

// "/scenario?name=...&parameters=...&before=...&after=..."
std::string scenario_link(const harness::Comparison& comparison);

// On one line.
std::string to_text(const Json& document);

}  // namespace web::api
