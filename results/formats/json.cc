// The format "json".
#include "results/formats/report_json.h"
#include "results/formats/rows.h"

#include <nlohmann/json.hpp>

namespace results::formats {

const Format kJson{.name = "json",
                   .extension = "json",
                   .description = "everything, as tandem.report/1 (a JSON Schema ships with it)",
                   .write = [](const harness::Report& report) { return dump(report_to_json(report)); }};

}  // namespace results::formats
