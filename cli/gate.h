// The gate: what a night's comparisons mean for whoever must decide whether to go on. A pure function.
#pragma once

#include <string>
#include <vector>

#include "cli/config.h"
#include "cli/exit_status.h"
#include "harness/model/report.h"

namespace cli {

struct GateFinding {
  std::string sentence;  // "log/wal_append batch=64 is slower by 5.2 %: that fails the gate"
  bool fails = false;
};

struct GateResult {
  ExitStatus status = kFine;
  std::vector<GateFinding> findings;  // of every comparison that failed the gate, or would have but for a setting
};

// A confirmed regression fails, whatever `gate.fail_on` says besides, unless it is smaller than `gate.max_regression` or
// within a change that is expected on `today` (RFC 3339 date). The first that applies is the status: interrupted, a
// regression, invalid, undecided (where that was asked for).
GateResult gate(const harness::Report& report, const Config& config, const std::string& today);

// The fraction by which the measured quantity got worse, by the median and by the mean whichever is more; 0 where it did
// not, or is not known.
double regression_of(const harness::Comparison& comparison);

}  // namespace cli
