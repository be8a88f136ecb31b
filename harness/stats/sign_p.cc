#include "harness/stats/sign_p.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

// With the squares of the values fixed, the studentised mean rises with the absolute sum, so sums can be compared.
// The slack keeps sums that are equal but for rounding equal.
class SumsAsFar {
 public:
  explicit SumsAsFar(std::span<const double> values) {
    double absolute = 0;
    for (const double value : values) {
      observed_ += value;
      absolute += std::abs(value);
    }
    slack_ = absolute * 1e-12;
  }

  [[nodiscard]] bool contains(double sum) const { return std::abs(sum) >= std::abs(observed_) - slack_; }

 private:
  double observed_ = 0;
  double slack_ = 0;
};

// `signs` has one bit per value.
template <class Signs>
double flipped_sum(std::span<const double> values, Signs&& negative) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += negative(i) ? -values[i] : values[i];
  return sum;
}

double exact_sign_flip_p(std::span<const double> values) {
  const SumsAsFar as_far(values);
  const std::uint64_t ways = std::uint64_t{1} << values.size();
  std::uint64_t count = 0;
  for (std::uint64_t signs = 0; signs < ways; ++signs) {
    const double sum = flipped_sum(values, [signs](std::size_t i) { return (signs >> i & 1) != 0; });
    if (as_far.contains(sum)) ++count;
  }
  return static_cast<double>(count) / static_cast<double>(ways);
}

double drawn_sign_flip_p(std::span<const double> values, std::uint64_t seed) {
  const SumsAsFar as_far(values);
  std::mt19937_64 random(seed);
  int count = 0;
  for (int draw = 0; draw < kDrawnSignFlips; ++draw) {
    const double sum = flipped_sum(values, [&random](std::size_t) { return (random() >> 63) != 0; });
    if (as_far.contains(sum)) ++count;
  }
  return (1.0 + count) / (1.0 + kDrawnSignFlips);
}

}  // namespace

double sign_p(std::span<const double> values) {
  const auto positive = std::count_if(values.begin(), values.end(), [](double value) { return value > 0; });
  const auto negative = std::count_if(values.begin(), values.end(), [](double value) { return value < 0; });
  const int rarer = static_cast<int>(std::min(positive, negative));
  return std::min(1.0, 2 * binomial_cdf(rarer, static_cast<int>(positive + negative), 0.5));
}

double sign_flip_p(std::span<const double> values, std::uint64_t seed) {
  if (values.empty()) return 1;
  return values.size() <= kExactSignFlips ? exact_sign_flip_p(values) : drawn_sign_flip_p(values, seed);
}

}  // namespace harness::stats
