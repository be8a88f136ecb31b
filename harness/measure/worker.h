// The worker's side of the protocol in harness/model/wire.h.
#pragma once

#include <iosfwd>

#include "harness/measure/catalogue.h"
#include "harness/model/build.h"

namespace harness::measure {

// Greets, then answers one request line after the other until `quit` or the end of input. Whatever fails becomes an
// `error` line and the worker goes on. Blocks in a read between requests: a parked worker uses no CPU.
void serve_requests(std::istream& requests, std::ostream& answers, const Build& build, Catalogue& catalogue);

}  // namespace harness::measure
