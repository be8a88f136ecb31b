// What it would take to decide.
#pragma once

#include <optional>

namespace harness::stats {

// The smallest true change, as a fraction, that n launch pairs with this standard deviation of the log speedup find at
// the level with probability kPower: (t(1 - level/2) + t(kPower)) sd / sqrt(n), n - 1 degrees of freedom. Absent for n
// < 2.
std::optional<double> minimum_detectable_effect(double standard_deviation, int n, double level);

// Launch pairs at which that change is as small as `tolerance`, at least as many as an interval needs.
std::optional<int> launch_pairs_needed(double standard_deviation, int n, double level, double tolerance);

// The fewest launch pairs that have a signed-rank interval: 2 / 2^n <= level.
int fewest_launch_pairs(double level);

inline constexpr double kPower = 0.8;  // the convention for planning an experiment

}  // namespace harness::stats
