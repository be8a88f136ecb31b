// Ctrl-C, SIGTERM and SIGHUP, as a flag. The first one asks the run to stop in order; the second one ends the program at once.
#pragma once

#include <atomic>

namespace cli {

// Installs the handlers; the flag becomes true when one of the signals arrives. Process-wide, as signals are.
const std::atomic<bool>& watch_for_interruption();

}  // namespace cli
