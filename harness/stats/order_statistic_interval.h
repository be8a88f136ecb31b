// The exact interval of a median: two order statistics, chosen by the sign test. It assumes nothing about the shape.
#pragma once

#include <optional>
#include <vector>

#include "harness/model/comparison.h"

namespace harness::stats {

// Two-sided, coverage at least 1 - level. With k the largest number for which P(Bin(n, 1/2) <= k - 1) <= level / 2, the
// interval runs from the k-th smallest to the k-th largest value. Absent when even the smallest and the largest value
// miss the level: at 5 %, fewer than six values.
std::optional<Interval> order_statistic_interval(std::vector<double> values, double level);

}  // namespace harness::stats
