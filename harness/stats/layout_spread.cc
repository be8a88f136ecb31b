#include "harness/stats/layout_spread.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/descriptive.h"
#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

// Sums of squares of a one-way analysis of variance.
struct Squares {
  double between = 0;
  double within = 0;
  double launch_pairs = 0;
  double effective_size = 0;  // launch pairs per layout, for layouts of unequal size
};

Squares squares_of(const std::vector<std::vector<double>>& layouts) {
  std::vector<double> all;
  for (const auto& layout : layouts) all.insert(all.end(), layout.begin(), layout.end());
  const double centre = mean(all);
  Squares squares;
  squares.launch_pairs = static_cast<double>(all.size());
  double sizes_squared = 0;
  for (const auto& layout : layouts) {
    const double size = static_cast<double>(layout.size());
    const double layout_mean = mean(layout);
    squares.between += size * (layout_mean - centre) * (layout_mean - centre);
    for (const double value : layout) squares.within += (value - layout_mean) * (value - layout_mean);
    sizes_squared += size * size;
  }
  squares.effective_size =
      (squares.launch_pairs - sizes_squared / squares.launch_pairs) / static_cast<double>(layouts.size() - 1);
  return squares;
}

Speedup speedup_over(const std::vector<double>& layout_means, double confidence) {
  const double size = static_cast<double>(layout_means.size());
  const double centre = mean(layout_means);
  const double reach =
      student_t_quantile((1 + confidence) / 2, size - 1) * standard_deviation(layout_means) / std::sqrt(size);
  return {std::exp(centre), Interval{std::exp(centre - reach), std::exp(centre + reach)}};
}

}  // namespace

std::optional<LayoutSpread> layout_spread(const std::vector<std::vector<double>>& layouts, double confidence,
                                          double tolerance) {
  const bool enough = std::all_of(layouts.begin(), layouts.end(), [](const auto& layout) { return layout.size() > 1; });
  if (layouts.size() < 2 || !enough) return std::nullopt;
  std::vector<double> means;
  for (const auto& layout : layouts) means.push_back(mean(layout));
  const Squares squares = squares_of(layouts);
  const double between_degrees = static_cast<double>(layouts.size() - 1);
  const double within_degrees = squares.launch_pairs - static_cast<double>(layouts.size());
  const double between = squares.between / between_degrees;
  const double within = squares.within / within_degrees;
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  const bool beyond_chance = between > within * fisher_f_quantile(1 - kLayoutLevel, between_degrees, within_degrees);
  return LayoutSpread{.speedup = speedup_over(means, confidence),
                      .between_sd = std::sqrt(std::max(0.0, (between - within) / squares.effective_size)),
                      .within_sd = std::sqrt(within),
                      .sensitive = beyond_chance && *most - *least > std::log1p(tolerance)};
}

}  // namespace harness::stats
