// Two samples that nothing pairs: is one shifted against the other, and by how much? Wilcoxon's rank sum test (Mann and
// Whitney), and the interval of Hodges and Lehmann that belongs to it. Both assume that the values of a sample are
// independent and that the two differ by a shift alone: of recorded results nobody can say so.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/model/comparison.h"

namespace harness::stats {

// The two-sided p of the hypothesis that both come from one distribution. Exact for up to 40 values in all (ties take
// middle ranks and round towards no difference), beyond that by the normal approximation with its corrections for ties
// and continuity. 1 where a sample is empty.
double rank_sum_p(std::span<const double> one, std::span<const double> other);

// The smallest p that samples of these sizes can give, whatever they hold: 0.1 for 3 and 3, 0.029 for 4 and 4.
double smallest_rank_sum_p(std::size_t one, std::size_t other);

// By how much `other` lies above `one`: the median of all pairwise differences. Neither may be empty.
double shift(std::span<const double> one, std::span<const double> other);

// The interval of that shift; absent where samples of these sizes cannot give one at the confidence.
std::optional<Interval> shift_interval(std::span<const double> one, std::span<const double> other, double confidence);

// Benjamini and Hochberg's adjusted p, in the order given: calling a difference where it is at most `level` keeps the
// expected share of false ones among those called at `level`.
std::vector<double> benjamini_hochberg(const std::vector<double>& p);

}  // namespace harness::stats
