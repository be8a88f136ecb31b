// Whether launch pairs resemble their neighbours, and how much wider that makes an interval.
#pragma once

#include <span>

namespace harness::stats {

// Lag-1 autocorrelation; 0 for fewer than three values or values that are all equal.
double lag1_autocorrelation(std::span<const double> values);

// sqrt((1 + rho) / (1 - rho)) when rho is positive and beyond chance, 2 / sqrt(n); 1 otherwise.
// rho counts as at most kMostAutocorrelation.
double autocorrelation_inflation(std::span<const double> values);

inline constexpr double kMostAutocorrelation = 0.9;  // where the factor is 4.4; nearer to 1 it has no bound

}  // namespace harness::stats
