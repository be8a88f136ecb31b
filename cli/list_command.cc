// tandem list: what there is to measure.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/worker_program.h"
#include "harness/model/scenario_json.h"
#include "results/formats/numbers.h"

namespace cli {
namespace {

void write_text(const harness::Scenario& scenario, std::ostream& out) {
  out << scenario.name << "\n    " << scenario.summary << '\n';
  for (const auto& variant : scenario.variants) {
    out << "    " << to_string(variant.role) << std::string(10 - to_string(variant.role).size(), ' ') << variant.name << '\n';
  }
  for (const auto& point : scenario.points) {
    out << "    at        " << (point.parameters.empty() ? "(no parameters)" : to_string(point.parameters)) << "  [";
    for (std::size_t i = 0; i < point.presets.size(); ++i) out << (i == 0 ? "" : " ") << to_string(point.presets[i]);
    out << "]\n";
  }
  if (scenario.reported) {
    out << "    reported  " << results::formats::factor(scenario.reported->speedup) << "  "
        << scenario.reported->metric << " (" << scenario.reported->source << ")\n";
  }
}

void write_json(const std::vector<harness::Scenario>& scenarios, std::ostream& out) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& scenario : scenarios) list.push_back(harness::scenario_to_json(scenario));
  out << nlohmann::ordered_json{{"scenarios", list}}.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace

int list_command(const ListOptions& options) {
  const auto all = harness::drive::list_scenarios(worker_program(options.worker));
  const auto selected = select_scenarios(all, options.patterns);
  if (options.format == "json") {
    write_json(selected, std::cout);
  } else {
    for (const auto& scenario : selected) write_text(scenario, std::cout);
  }
  return kFine;
}

}  // namespace cli
