// The ratio of total times, which is what a bill pays: it sees the rare slow batch that a median does not.
#pragma once

#include <optional>
#include <span>

#include "harness/model/comparison.h"

namespace harness::stats {

// Sum of numerators over sum of denominators, one of each per launch pair, all > 0 (before and after where lower is
// better). Interval: Student's t about the log of the ratio with the jackknife's standard error over launch pairs,
// scaled by `inflation` >= 1. Absent for fewer than three launch pairs, or one that outweighs
// all others by more than a double can tell.
Speedup mean_speedup(std::span<const double> numerators, std::span<const double> denominators, double level,
                     double inflation = 1);

// Fieller's interval of the same ratio, in closed form, from the covariance of the pairs. Absent where it is unbounded:
// the denominator's mean is not clearly above 0.
std::optional<Interval> fieller_interval(std::span<const double> numerators, std::span<const double> denominators,
                                         double level);

}  // namespace harness::stats
