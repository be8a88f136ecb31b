#include "harness/stats/hodges_lehmann.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

long number_of_averages(std::size_t n) { return static_cast<long>(n) * static_cast<long>(n + 1) / 2; }

// P(W <= sum) for every sum up to half of n (n + 1) / 2: every rank joins the sum or not, with even odds. The other
// half follows by symmetry, and not computing it is most of the cost.
std::vector<double> lower_half_cdf(int n) {
  const auto half = static_cast<std::size_t>(number_of_averages(static_cast<std::size_t>(n)) / 2);
  std::vector<double> odds(half + 1, 0.0);
  odds[0] = 1;
  for (std::size_t rank = 1, reached = 0; rank <= static_cast<std::size_t>(n); ++rank) {
    reached = std::min(reached + rank, half);
    for (std::size_t sum = reached; sum >= rank; --sum) odds[sum] = (odds[sum] + odds[sum - rank]) / 2;
    for (std::size_t sum = 0; sum < std::min(rank, half + 1); ++sum) odds[sum] /= 2;
  }
  for (std::size_t sum = 1; sum <= half; ++sum) odds[sum] += odds[sum - 1];
  return odds;
}

double exact_signed_rank_cdf(int n, long sum) {
  const long mirrored = number_of_averages(static_cast<std::size_t>(n)) - 1 - sum;
  const std::vector<double> cdf = lower_half_cdf(n);
  return sum <= mirrored ? cdf[static_cast<std::size_t>(sum)] : 1 - cdf[static_cast<std::size_t>(mirrored)];
}

double normal_signed_rank_cdf(int n, long sum) {
  const double size = n;
  const double variance = size * (size + 1) * (2 * size + 1) / 24;
  return normal_cdf((static_cast<double>(sum) + 0.5 - size * (size + 1) / 4) / std::sqrt(variance));
}

double average(double a, double b) { return a / 2 + b / 2; }  // cannot overflow

// How many averages of two of the sorted values are at most `bound`. Linear: as one value grows, its last partner
// moves down.
long averages_at_most(std::span<const double> sorted, double bound) {
  long count = 0;
  auto partners = static_cast<long>(sorted.size());
  for (long i = 0; i < static_cast<long>(sorted.size()); ++i) {
    while (partners > i &&
           average(sorted[static_cast<std::size_t>(i)], sorted[static_cast<std::size_t>(partners - 1)]) > bound) {
      --partners;
    }
    if (partners <= i) break;
    count += partners - i;
  }
  return count;
}

// Doubles in the order of their values, as integers, so that bisection ends on the exact value.
std::int64_t order_of(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

double at_order(std::int64_t order) {
  return std::bit_cast<double>(order >= 0 ? order : std::numeric_limits<std::int64_t>::min() - order);
}

// The rank-th smallest average, from 1, without forming the n^2 / 2 of them: the smallest double that has `rank`
// averages at or below it.
double average_of_rank(std::span<const double> sorted, long rank) {
  std::int64_t low = order_of(sorted.front());
  std::int64_t high = order_of(sorted.back());
  while (low < high) {
    const std::int64_t middle = std::midpoint(low, high);
    if (averages_at_most(sorted, at_order(middle)) >= rank) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return at_order(low) + 0.0;  // -0 becomes 0
}

// The largest rank whose average may be an end of the interval, 0 if there is none.
long interval_rank(int n, double level) {
  if (n > kExactSignedRank) {
    long rank = 0;
    const double size = n;
    const double spread = std::sqrt(size * (size + 1) * (2 * size + 1) / 24);
    rank = static_cast<long>(std::floor(size * (size + 1) / 4 + normal_quantile(level / 2) * spread + 0.5));
    return std::max(rank, 0L);
  }
  const std::vector<double> cdf = lower_half_cdf(n);
  return std::upper_bound(cdf.begin(), cdf.end(), level / 2) - cdf.begin();
}

}  // namespace

double signed_rank_cdf(int n, long sum) {
  if (sum < 0) return 0;
  if (sum >= number_of_averages(static_cast<std::size_t>(n))) return 1;
  return n > kExactSignedRank ? normal_signed_rank_cdf(n, sum) : exact_signed_rank_cdf(n, sum);
}

double hodges_lehmann(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const long averages = number_of_averages(values.size());
  const double lower = average_of_rank(values, (averages + 1) / 2);
  return averages % 2 == 1 ? lower : average(lower, average_of_rank(values, averages / 2 + 1));
}

std::optional<Interval> signed_rank_interval(std::vector<double> values, double level) {
  if (values.empty()) return std::nullopt;
  const long averages = number_of_averages(values.size());
  const long rank = std::min(interval_rank(static_cast<int>(values.size()), level), averages / 2);
  if (rank < 1) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{average_of_rank(values, rank), average_of_rank(values, averages + 1 - rank)};
}

double signed_rank_p(std::vector<double> values) {
  if (values.empty()) return 1;
  std::sort(values.begin(), values.end());
  const long averages = number_of_averages(values.size());
  const long not_positive = averages_at_most(values, 0.0);
  const long not_negative = averages - averages_at_most(values, std::nextafter(0.0, -1.0));
  return std::min(1.0, 2 * signed_rank_cdf(static_cast<int>(values.size()), std::min(not_positive, not_negative)));
}

}  // namespace harness::stats
