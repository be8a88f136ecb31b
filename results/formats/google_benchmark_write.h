// Google Benchmark's JSON, as its compare.py reads it.
#pragma once

#include <string>

#include "harness/model/report.h"

namespace results::formats {

// Scenarios with a time are benchmarks, their values repetitions, other metrics counters. A strict superset: whatever is
// ours stands under keys that begin with "tandem". Where only one clock is known, real_time and cpu_time both hold it,
// because compare.py wants both, and "tandem_clock" says which it is.
std::string write_google_benchmark(const harness::Report& report);

}  // namespace results::formats
