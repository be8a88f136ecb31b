// What the known pairs of a run say about the run: an A/A pair, which must not differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.h"

namespace harness::stats {

// This machine's noise floor for a scenario, as a fraction, from the median log speedups of A/A pairs on it: the change
// that kNoiseFloorShare of them stay within. With fewer than 20 it is the largest; absent without any.
std::optional<double> noise_floor(std::vector<double> aa_log_speedups);

inline constexpr double kNoiseFloorShare = 0.95;

// Why a run cannot be trusted, in a sentence, given its A/A comparison: that one calls a difference, or its median is
// beyond the noise floor (beyond the tolerance while there is no floor). Absent when all is well.
std::optional<std::string> distrust(const Comparison& aa);

// The run's comparisons when it cannot be trusted: every verdict but `invalid` becomes `undecided`, with the reason
// first among the warnings. Estimates and intervals stay.
std::vector<Comparison> downgraded(std::vector<Comparison> comparisons, const std::string& reason);

}  // namespace harness::stats
