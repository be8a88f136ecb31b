// The main function of a worker program.
#pragma once

#include <functional>

#include "harness/measure/catalogue.h"

namespace harness::measure {

// With --tandem_worker speaks the worker protocol over stdin and stdout; otherwise is a plain Google Benchmark program
// over all registered scenarios, variants and parameter points, named "client/in_flight_set/std::list/ops:33289".
// Returns the exit status. A whole worker program:
//
//   int main(int argc, char** argv) { return harness::measure::worker_main(argc, argv); }
int worker_main(int argc, char** argv);

// The same for another catalogue and another plain program, which gets the arguments.
int worker_main(int argc, char** argv, Catalogue& catalogue, const std::function<int(int, char**)>& plain_main);

}  // namespace harness::measure
