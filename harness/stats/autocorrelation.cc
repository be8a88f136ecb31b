#include "harness/stats/autocorrelation.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/descriptive.h"

namespace harness::stats {

double lag1_autocorrelation(std::span<const double> values) {
  if (values.size() < 3) return 0;
  const double centre = mean(values);
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += (values[i] - centre) * (values[i] - centre);
    if (i > 0) products += (values[i] - centre) * (values[i - 1] - centre);
  }
  return squares > 0 ? products / squares : 0;
}

double autocorrelation_inflation(std::span<const double> values) {
  const double rho = std::min(lag1_autocorrelation(values), kMostAutocorrelation);
  if (rho <= 2 / std::sqrt(static_cast<double>(values.size()))) return 1;
  return std::sqrt((1 + rho) / (1 - rho));
}

}  // namespace harness::stats
