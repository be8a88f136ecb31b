// The part of a recording whose names a pattern finds, as compare.py's forms `filters` and `benchmarksfiltered` take it.
#pragma once

#include <string>

#include "harness/model/recording.h"

namespace results::formats {

// Scenarios in whose name the regular expression (RE2) is found; what it found there is replaced (\\0 stands for itself), so that two families of
// benchmarks have the same names and can be compared. Throws UsageError for a pattern that is none, or that finds nothing.
harness::Recording filtered(harness::Recording recording, const std::string& pattern, const std::string& replacement);

}  // namespace results::formats
