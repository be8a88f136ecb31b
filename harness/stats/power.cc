#include "harness/stats/power.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

double reach_in_standard_errors(int n, double level) {
  const double degrees = n - 1;
  return student_t_quantile(1 - level / 2, degrees) + student_t_quantile(kPower, degrees);
}

}  // namespace

std::optional<double> minimum_detectable_effect(double standard_deviation, int n, double level) {
  if (n < 2) return std::nullopt;
  return std::expm1(reach_in_standard_errors(n, level) * standard_deviation / std::sqrt(n));
}

std::optional<int> launch_pairs_needed(double standard_deviation, int n, double level, double tolerance) {
  const int fewest = fewest_launch_pairs(level);
  if (n < 2) return fewest;
  const double ratio = reach_in_standard_errors(n, level) * standard_deviation / std::log1p(tolerance);
  const double needed = std::ceil(ratio * ratio);
  if (!(needed < std::numeric_limits<int>::max())) return std::nullopt;
  return std::max({fewest, n + 1, static_cast<int>(needed)});
}

int fewest_launch_pairs(double level) { return static_cast<int>(std::ceil(1 - std::log2(level))); }

}  // namespace harness::stats
