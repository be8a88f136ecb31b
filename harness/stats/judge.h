// From a trial to its comparisons. Pure: the same trial and rule give the identical comparison, on any machine.
// The method: one number per launch pair enters the statistics, batches never do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/trial.h"

namespace harness::stats {

struct Rule {
  double confidence = 0.95;           // of the whole procedure, all looks together
  double tolerance = 0.01;            // a change smaller than this fraction is `unchanged`
  std::optional<double> noise_floor;  // of this machine for this scenario; the tolerance used is the larger
  std::string metric{kAutoMetric};    // "auto", or a metric by name; a scenario's own metric wins over "auto"
  std::vector<int> looks;             // launch pairs at which the rule looks; empty: one look, at the end
};

// What `before` is compared with: every other variant of the trial, in the trial's order.
// A failed trial gives `invalid` comparisons that carry the failure. Throws UsageError for a rule that cannot be
// followed.
std::vector<Comparison> judge(const Trial& trial, const Rule& rule);

// One of them: the variants at these indexes of the trial.
Comparison compare(const Trial& trial, int before, int after, const Rule& rule);

}  // namespace harness::stats
