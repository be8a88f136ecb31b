// What the pairs of known truth say about their run: an A/A pair, which must not differ, and a program slowed by a known
// amount, which must be found.
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

// Why a run cannot be trusted, in a sentence, given its A/A comparison: that one calls a difference, or it differs by
// more than the noise floor and more than its own noise explains. Absent when all is well.
//
// An estimate beyond the floor alone does not do: a floor is what 95 % of A/A pairs stay within, so every twentieth run
// of a steady machine would lose its verdicts, and more where the floor was learned from fewer pairs. Such a run is
// noisy, which its intervals say already. A verdict alone does not do either: of many runs, one in twenty has one.
std::optional<std::string> distrust(const Comparison& aa);

inline constexpr double kDistrustLevel = 0.01;  // a hundred runs of a steady machine lose the verdicts of one

// Whether the comparison of a program with itself slowed by a known amount saw that it is slower.
bool slowdown_found(const Comparison& slowed);

// What a reader must know before the verdicts, in sentences: why the run cannot be trusted, an A/A pair beyond the noise
// floor by chance, a known slowdown that was not found, canaries that failed.
std::vector<std::string> doubts(const std::vector<Comparison>& canaries);

// The run's comparisons when it cannot be trusted: every verdict but `invalid` becomes `undecided`, with the reason
// first among the warnings. Estimates and intervals stay.
std::vector<Comparison> downgraded(std::vector<Comparison> comparisons, const std::string& reason);

}  // namespace harness::stats
