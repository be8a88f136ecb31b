#include "harness/stats/spending.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/model/error.h"
#include "harness/stats/quantiles.h"

namespace harness::stats {
namespace {

// Simpson steps per standard deviation of the increment: levels of 5 % and 0.1 % are then right to 1e-7.
constexpr double kStepsPerDeviation = 10;
constexpr int kFewestSteps = 64;

double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

double level_of(double z) { return 2 * normal_cdf(-z); }
double z_of(double level) { return -normal_quantile(level / 2); }

// The statistic as a Brownian motion in information: its sub-density, after some looks, on the values that have not yet
// crossed a boundary. Symmetric about 0.
class Path {
 public:
  // Probability that the path, first seen now or still inside, is beyond +-z standard deviations at `information`.
  [[nodiscard]] double crossing(double information, double z) const {
    const double bound = z * std::sqrt(information);
    if (values_.empty()) return level_of(z);
    const double deviation = std::sqrt(information - information_);
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) sum += mass_[i] * normal_cdf((values_[i] - bound) / deviation);
    return 2 * sum;
  }

  // The path goes on to `information`, and what is beyond +-z there stops. `next` is the look after, or 0: it decides
  // how fine the grid must be.
  void advance(double information, double z, double next) {
    const double bound = z * std::sqrt(information);
    const double deviation = std::sqrt(information - information_);
    const double finest = next > information ? std::min(deviation, std::sqrt(next - information)) : deviation;
    const int steps = std::max(kFewestSteps, 2 * static_cast<int>(std::ceil(bound / finest * kStepsPerDeviation)));
    std::vector<double> values, mass;
    for (int i = 0; i <= steps; ++i) {
      const double value = -bound + 2 * bound * i / steps;
      const double simpson = (i == 0 || i == steps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) / 3;
      values.push_back(value);
      mass.push_back(density(value, deviation) * simpson * 2 * bound / steps);
    }
    values_ = std::move(values);
    mass_ = std::move(mass);
    information_ = information;
  }

 private:
  [[nodiscard]] double density(double value, double deviation) const {
    if (values_.empty()) return normal_density(value / deviation) / deviation;
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) sum += mass_[i] * normal_density((value - values_[i]) / deviation);
    return sum / deviation;
  }

  double information_ = 0;
  std::vector<double> values_;
  std::vector<double> mass_;  // density times the weight of the point in Simpson's rule
};

// The z beyond which the path crosses with the given probability: crossing falls as z rises.
double boundary(const Path& path, double information, double probability) {
  double low = 0;
  double high = 38;  // beyond it the normal tail underflows
  for (int i = 0; i < 60 && high - low > 1e-11; ++i) {
    const double middle = (low + high) / 2;
    (path.crossing(information, middle) > probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

void check_rising(double previous, double information) {
  if (information > previous) return;
  throw Error("the looks of a sequential rule must be rising numbers of launch pairs, like 8,16,32,64");
}

}  // namespace

double pocock_spent(double level, double fraction) {
  return level * std::log1p((std::numbers::e - 1) * std::clamp(fraction, 0.0, 1.0));
}

std::vector<double> nominal_levels(const std::vector<Look>& looks) {
  std::vector<double> levels;
  Path path;
  double information = 0;
  double spent = 0;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    check_rising(information, looks[i].information);
    const double z = boundary(path, looks[i].information, looks[i].spent - spent);
    levels.push_back(level_of(z));
    if (i + 1 < looks.size()) path.advance(looks[i].information, z, looks[i + 1].information);
    information = looks[i].information;
    spent = looks[i].spent;
  }
  return levels;
}

double overall_level(const std::vector<double>& information, const std::vector<double>& levels) {
  Path path;
  double before = 0;
  double overall = 0;
  for (std::size_t i = 0; i < information.size(); ++i) {
    check_rising(before, information[i]);
    const double z = z_of(levels[i]);
    overall += path.crossing(information[i], z);
    if (i + 1 < information.size()) path.advance(information[i], z, information[i + 1]);
    before = information[i];
  }
  return overall;
}

}  // namespace harness::stats
