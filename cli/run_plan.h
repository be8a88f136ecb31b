// From what was asked to what is measured: scenarios at their parameter points, and how long for each preset.
#pragma once

#include <vector>

#include "cli/options.h"
#include "harness/drive/suite.h"

namespace cli {

// One trial per parameter point of the preset. Throws UsageError when nothing is left to measure.
harness::drive::SuitePlan plan_run(const RunOptions& options, const harness::drive::WorkerCommand& worker,
                                   const std::vector<harness::Scenario>& scenarios, std::uint64_t seed);

}  // namespace cli
