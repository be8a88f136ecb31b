#include "harness/stats/order_statistic_interval.h"

#include <algorithm>

#include "harness/stats/quantiles.h"

namespace harness::stats {

std::optional<Interval> order_statistic_interval(std::vector<double> values, double level) {
  const int n = static_cast<int>(values.size());
  int rank = 0;
  while (2 * (rank + 1) <= n && binomial_cdf(rank, n, 0.5) <= level / 2) ++rank;
  if (rank == 0) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{values[static_cast<std::size_t>(rank - 1)], values[static_cast<std::size_t>(n - rank)]};
}

}  // namespace harness::stats
