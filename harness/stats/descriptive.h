// Mean, median, quantiles and standard deviation of a sample. None of them is defined for an empty one: callers check first.
#pragma once

#include <span>
#include <vector>

namespace harness::stats {

double mean(std::span<const double> values);

// The middle value, or the mean of the two middle ones.
double median(std::vector<double> values);

// The value below which the given fraction (0 to 1) of the sample lies, interpolated linearly between order statistics
// (Hyndman and Fan's type 7, the default of R and numpy).
double quantile(std::vector<double> values, double fraction);

// Of a sample, n - 1 in the denominator; 0 for fewer than two values.
double standard_deviation(std::span<const double> values);

}  // namespace harness::stats
