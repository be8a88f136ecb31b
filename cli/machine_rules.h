// The rule of each trial: what was asked, and what this machine is known to show where there is nothing to find.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/model/trial.h"
#include "harness/stats/judge.h"
#include "results/store/store.h"

namespace cli {

class MachineRules {
 public:
  // `tolerances`: of scenarios by name, in place of the rule's.
  MachineRules(harness::stats::Rule asked, std::vector<results::store::NoiseFloor> floors,
               std::map<std::string, double> tolerances = {});

  [[nodiscard]] harness::stats::Rule rule_of(const harness::Trial& trial) const;

 private:
  harness::stats::Rule asked_;
  std::vector<results::store::NoiseFloor> floors_;
  std::map<std::string, double> tolerances_;
};

}  // namespace cli
