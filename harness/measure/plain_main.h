// The registered scenarios as a plain Google Benchmark program.
#pragma once

#include <vector>

#include "harness/measure/registry.h"

namespace harness::measure {

// Every variant at every parameter point is one benchmark. A fixture is built when its benchmark first runs and is gone
// before the next one's is built: listing builds none. Scenarios with threads of their own are timed by wall time.
// Returns the exit status.
int plain_main(int argc, char** argv, const std::vector<RegisteredScenario>& scenarios);

}  // namespace harness::measure
