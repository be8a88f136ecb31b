// The command line. This file and project_arguments.cc alone include CLI11: it costs seven seconds of g++ each time.
#pragma once

#include <functional>

namespace cli {

// What to do, ready to be called; it returns the exit status. `--help` and `--version` are such commands too.
// Throws harness::UsageError with one sentence when the arguments are wrong.
std::function<int()> parse_arguments(int argc, const char* const* argv);

}  // namespace cli
