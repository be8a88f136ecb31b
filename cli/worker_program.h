// Which worker program to measure, and which of its scenarios.
#pragma once

#include <string>
#include <vector>

#include "harness/drive/suite.h"
#include "harness/model/scenario.h"

namespace cli {

// The program asked for, or the engine's own worker beside this executable (in the build folder or installed).
harness::drive::WorkerCommand worker_program(const std::string& asked);

// The scenarios that match any of the patterns, in their order; all when there is no pattern. A pattern that matches
// nothing throws UsageError with the closest names.
std::vector<harness::Scenario> select_scenarios(const std::vector<harness::Scenario>& scenarios,
                                                const std::vector<std::string>& patterns);

}  // namespace cli
