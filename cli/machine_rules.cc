#include "cli/machine_rules.h"

#include <utility>

namespace cli {

MachineRules::MachineRules(harness::stats::Rule asked, std::vector<results::store::NoiseFloor> floors,
                           std::map<std::string, double> tolerances)
    : asked_(std::move(asked)), floors_(std::move(floors)), tolerances_(std::move(tolerances)) {}

harness::stats::Rule MachineRules::rule_of(const harness::Trial& trial) const {
  harness::stats::Rule rule = asked_;
  if (const auto own = tolerances_.find(trial.scenario); own != tolerances_.end()) rule.tolerance = own->second;
  for (const auto& floor : floors_) {
    if (floor.scenario == trial.scenario && floor.parameters == trial.parameters) rule.noise_floor = floor.value;
  }
  return rule;
}

}  // namespace cli
