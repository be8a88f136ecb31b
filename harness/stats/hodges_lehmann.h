// The Hodges-Lehmann estimate of a centre and the interval that belongs to it, by inverting Wilcoxon's signed-rank
// test. Valid when the values are symmetric about their centre, which a paired log ratio under seeded order is by
// design.
#pragma once

#include <optional>
#include <vector>

#include "harness/model/comparison.h"

namespace harness::stats {

// The median of the n (n + 1) / 2 averages of two values (each value with itself included). Needs at least one value.
double hodges_lehmann(std::vector<double> values);

// Two-sided, coverage at least 1 - level: exact up to kExactSignedRank values, a normal approximation with continuity
// correction beyond. Absent when the values are too few for the level: at 5 %, fewer than six.
std::optional<Interval> signed_rank_interval(std::vector<double> values, double level);

// Two-sided p of "the centre is 0", conservative under ties: at most `level` exactly where the interval excludes 0.
double signed_rank_p(std::vector<double> values);

// P(W <= sum) for the sum W of the ranks with positive sign among n values, under no effect.
double signed_rank_cdf(int n, long sum);

// The exact distribution costs n^3 / 2 additions: 0.5 ms at this size, where the approximation is good to 1e-4.
inline constexpr int kExactSignedRank = 100;

}  // namespace harness::stats
