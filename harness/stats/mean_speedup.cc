#include "harness/stats/mean_speedup.h"

#include <cmath>
#include <vector>

#include "harness/stats/descriptive.h"
#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

// With two launch pairs Student's t has one degree of freedom: an interval, but not one that says anything.
constexpr std::size_t kFewestForInterval = 3;

double sum(std::span<const double> values) { return mean(values) * static_cast<double>(values.size()); }

// se^2 = (n - 1) / n * sum of squared deviations of the estimates that leave one launch pair out.
double jackknife_standard_error(std::span<const double> numerators, std::span<const double> denominators) {
  const double numerator_total = sum(numerators);
  const double denominator_total = sum(denominators);
  std::vector<double> without_one(numerators.size());
  for (std::size_t i = 0; i < numerators.size(); ++i) {
    without_one[i] = std::log((numerator_total - numerators[i]) / (denominator_total - denominators[i]));
  }
  const double n = static_cast<double>(numerators.size());
  return standard_deviation(without_one) * (n - 1) / std::sqrt(n);
}

double covariance(std::span<const double> a, std::span<const double> b) {
  const double a_mean = mean(a);
  const double b_mean = mean(b);
  double products = 0;
  for (std::size_t i = 0; i < a.size(); ++i) products += (a[i] - a_mean) * (b[i] - b_mean);
  return products / static_cast<double>(a.size() - 1);
}

}  // namespace

Speedup mean_speedup(std::span<const double> numerators, std::span<const double> denominators, double level,
                     double inflation) {
  Speedup speedup{sum(numerators) / sum(denominators), std::nullopt};
  const std::size_t n = numerators.size();
  if (n < kFewestForInterval) return speedup;
  const double t = student_t_quantile(1 - level / 2, static_cast<double>(n - 1));
  const double reach = t * inflation * jackknife_standard_error(numerators, denominators);
  const Interval interval{speedup.ratio * std::exp(-reach), speedup.ratio * std::exp(reach)};
  if (std::isfinite(interval.low) && std::isfinite(interval.high)) speedup.interval = interval;
  return speedup;
}

std::optional<Interval> fieller_interval(std::span<const double> numerators, std::span<const double> denominators,
                                         double level) {
  const std::size_t n = numerators.size();
  if (n < kFewestForInterval) return std::nullopt;
  const double size = static_cast<double>(n);
  const double t = student_t_quantile(1 - level / 2, size - 1);
  const double a = mean(numerators);
  const double b = mean(denominators);
  const double aa = a * a - t * t * covariance(numerators, numerators) / size;
  const double bb = b * b - t * t * covariance(denominators, denominators) / size;
  const double ab = a * b - t * t * covariance(numerators, denominators) / size;
  if (bb <= 0) return std::nullopt;
  const double root = std::sqrt(std::max(0.0, ab * ab - aa * bb));
  return Interval{(ab - root) / bb, (ab + root) / bb};
}

}  // namespace harness::stats
