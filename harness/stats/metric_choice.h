// Which metric decides a comparison, and which clock is shown beside it.
#pragma once

#include <optional>
#include <string>

#include "harness/model/trial.h"

namespace harness::stats {

struct MetricChoice {
  int column = -1;           // into Trial::metrics; -1 when the trial does not have the metric asked for
  std::string name;          // of the metric that decides, also when the trial does not have it
  std::optional<int> other;  // column of the clock that does not decide
};

// `asked` by name wins, then the metric the scenario names, then "auto": wall_time when several threads run at once;
// otherwise cpu_time when more than kPreemptedShare of either variant's wall time passed off the CPU because it was
// preempted, and wall_time when it was not, or when it waited of its own accord.
MetricChoice choose_metric(const Trial& trial, int before, int after, const std::string& asked);

// On an idle machine the clocks agree to well within this; a shared one takes 10 to 90 % away. Below it, wall time is
// the better clock: it also sees what the kernel does not bill to the process.
inline constexpr double kPreemptedShare = 0.02;

}  // namespace harness::stats
