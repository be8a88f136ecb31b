#include "harness/stats/rank_sum.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

namespace harness::stats {
namespace {

// Counts of arrangements stay exact in a double up to C(40, 20) = 1.4e11.
constexpr std::size_t kMostExact = 40;

// P(U <= u) for each u, by the generating function of Mann and Whitney: the product of (1 - x^(m+i)) / (1 - x^i).
std::vector<double> distribution_of_u(std::size_t n, std::size_t m) {
  std::vector<double> counts(n * m + 1, 0.0);
  counts[0] = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t u = counts.size(); u-- > m + i;) counts[u] -= counts[u - m - i];
    for (std::size_t u = i; u < counts.size(); ++u) counts[u] += counts[u - i];
  }
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  double below = 0;
  for (double& count : counts) count = (below += count) / all;
  return counts;
}

struct Ranks {
  double u = 0;     // pairs in which `one` is larger, ties half
  double ties = 0;  // sum of t^3 - t over groups of equal values
};

Ranks ranks_of(std::span<const double> one, std::span<const double> other) {
  std::vector<std::pair<double, bool>> all;
  for (const double value : one) all.emplace_back(value, true);
  for (const double value : other) all.emplace_back(value, false);
  std::ranges::sort(all);
  Ranks ranks;
  double rank_sum = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    double of_one = 0;
    for (; end < all.size() && all[end].first == all[begin].first; ++end) of_one += all[end].second ? 1 : 0;
    const double group = static_cast<double>(end - begin);
    rank_sum += of_one * (static_cast<double>(begin + end) + 1) / 2;
    ranks.ties += group * group * group - group;
    begin = end;
  }
  const double n = static_cast<double>(one.size());
  ranks.u = rank_sum - n * (n + 1) / 2;
  return ranks;
}

double normal_p(const Ranks& ranks, double n, double m) {
  const double all = n + m;
  const double variance = n * m / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
  if (variance <= 0) return 1;
  const double distance = std::max(0.0, std::abs(ranks.u - n * m / 2) - 0.5);
  return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), distance / std::sqrt(variance)));
}

// How many of the extreme differences lie outside the interval on either side; absent if not even one may.
std::optional<std::size_t> outside(std::size_t n, std::size_t m, double confidence) {
  const double tail = (1 - confidence) / 2;
  if (n + m <= kMostExact) {
    const auto distribution = distribution_of_u(n, m);
    const auto count = static_cast<std::size_t>(
        std::ranges::find_if(distribution, [&](double p) { return p > tail; }) - distribution.begin());
    return count > 0 ? std::optional(count) : std::nullopt;
  }
  const double product = static_cast<double>(n) * static_cast<double>(m);
  const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
  const double count = product / 2 - z * std::sqrt(product * static_cast<double>(n + m + 1) / 12);
  return count >= 1 ? std::optional(static_cast<std::size_t>(count)) : std::nullopt;
}

std::vector<double> differences(std::span<const double> one, std::span<const double> other) {
  std::vector<double> all;
  all.reserve(one.size() * other.size());
  for (const double a : one) {
    for (const double b : other) all.push_back(b - a);
  }
  return all;
}

double nth(std::vector<double>& values, std::size_t n) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(n));
  return values[n];
}

}  // namespace

double rank_sum_p(std::span<const double> one, std::span<const double> other) {
  if (one.empty() || other.empty()) return 1;
  const Ranks ranks = ranks_of(one, other);
  const double n = static_cast<double>(one.size());
  const double m = static_cast<double>(other.size());
  if (one.size() + other.size() > kMostExact) return std::min(1.0, normal_p(ranks, n, m));
  const double u = std::ceil(std::min(ranks.u, n * m - ranks.u));
  return std::min(1.0, 2 * distribution_of_u(one.size(), other.size())[static_cast<std::size_t>(u)]);
}

double smallest_rank_sum_p(std::size_t one, std::size_t other) {
  if (one == 0 || other == 0) return 1;
  if (one + other > kMostExact) return 0;
  return std::min(1.0, 2 * distribution_of_u(one, other)[0]);
}

double shift(std::span<const double> one, std::span<const double> other) {
  std::vector<double> all = differences(one, other);
  const std::size_t middle = all.size() / 2;
  const double upper = nth(all, middle);
  return all.size() % 2 == 1 ? upper : (upper + nth(all, middle - 1)) / 2;
}

std::optional<Interval> shift_interval(std::span<const double> one, std::span<const double> other, double confidence) {
  if (one.empty() || other.empty()) return std::nullopt;
  const auto count = outside(one.size(), other.size(), confidence);
  if (!count) return std::nullopt;
  std::vector<double> all = differences(one, other);
  return Interval{nth(all, *count - 1), nth(all, all.size() - *count)};
}

std::vector<double> benjamini_hochberg(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (std::size_t rank = p.size(); rank-- > 0;) {
    const double scaled = p[order[rank]] * static_cast<double>(p.size()) / static_cast<double>(rank + 1);
    adjusted[order[rank]] = least = std::min(least, scaled);
  }
  return adjusted;
}

}  // namespace harness::stats
