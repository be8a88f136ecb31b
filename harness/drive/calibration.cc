#include "harness/drive/calibration.h"

#include <algorithm>
#include <cmath>

namespace harness::drive {
namespace {

constexpr int kFewestRounds = 1;  // one round is balanced already, and a longer launch pair is no replicate more
constexpr double kFastestShare = 0.1;  // of batch_time: below it clock reads and switches would show
constexpr double kGoodEnough = 0.25;   // of batch_time: from here on the time per iteration can be extrapolated
constexpr double kAgreement = 1.25;    // two times that differ by more are not the same thing measured twice
constexpr int kMostRepeats = 5;        // on a machine where they never agree the smallest has to do
constexpr double kMostGrowth = 10.0;   // per step: the first iterations of a program are far slower than the rest
constexpr std::uint64_t kLargestGranularity = 1000;  // a change of 0.1 %
constexpr double kFactorPrecision = 0.001;           // of the change: finer than any interval will ever resolve
constexpr double kRoundingError = 1e-9;              // of a product of doubles of this size
constexpr double kMostIterations = 1e12;             // an empty loop ends here

double largest(const std::vector<double>& times) { return *std::ranges::max_element(times); }

// Each variant's two smallest times so far.
class SmallestTimes {
 public:
  explicit SmallestTimes(const std::vector<double>& first) : smallest_(first), second_(first.size(), INFINITY) {}

  void add(const std::vector<double>& times) {
    for (std::size_t variant = 0; variant < times.size(); ++variant) {
      second_[variant] = std::clamp(times[variant], smallest_[variant], second_[variant]);
      smallest_[variant] = std::min(smallest_[variant], times[variant]);
    }
  }

  [[nodiscard]] bool agree() const {
    for (std::size_t variant = 0; variant < smallest_.size(); ++variant) {
      if (second_[variant] > kAgreement * smallest_[variant]) return false;
    }
    return true;
  }

  [[nodiscard]] const std::vector<double>& smallest() const { return smallest_; }

 private:
  std::vector<double> smallest_;
  std::vector<double> second_;
};

std::vector<double> settled_times(std::uint64_t iterations, const TimeBatches& time_batches) {
  SmallestTimes times(time_batches(iterations));
  for (int repeat = 0; repeat < kMostRepeats && !times.agree(); ++repeat) times.add(time_batches(iterations));
  return times.smallest();
}

std::uint64_t next_step(std::uint64_t iterations, double time, double goal) {
  const double growth = time > 0 ? goal / time : kMostGrowth;
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(iterations) * std::clamp(growth, 2.0, kMostGrowth)));
}

}  // namespace

std::uint64_t iterations_for(double batch_time, const std::vector<double>& time_per_iteration) {
  const auto [fastest, slowest] = std::ranges::minmax(time_per_iteration);
  if (slowest >= batch_time) return 1;
  const double for_slowest = std::floor(batch_time / slowest);
  const double for_fastest = std::ceil(kFastestShare * batch_time / fastest);
  return static_cast<std::uint64_t>(std::clamp(std::max(for_slowest, for_fastest), 1.0, kMostIterations));
}

std::uint64_t granularity_for(const std::vector<double>& work_factors) {
  for (std::uint64_t iterations = 1; iterations <= kLargestGranularity; ++iterations) {
    const bool fits = std::ranges::all_of(work_factors, [iterations](double factor) {
      const double work = factor * static_cast<double>(iterations);
      const double change = std::abs(factor - 1.0) * static_cast<double>(iterations);
      return std::abs(work - std::round(work)) <= std::max(kFactorPrecision * change, kRoundingError);
    });
    if (fits) return iterations;
  }
  return 0;
}

int rounds_for(double launch_pair_time, double batch_time, int most_rounds) {
  const double rounds = std::round(launch_pair_time / (2.0 * std::max(batch_time, 1.0)));
  return static_cast<int>(std::clamp(rounds, double{kFewestRounds}, double(std::max(most_rounds, kFewestRounds))));
}

Calibration calibrate(const CalibrationGoal& goal, const TimeBatches& time_batches) {
  const auto batch_time = static_cast<double>(goal.batch_time.count());
  std::uint64_t iterations = 1;
  std::vector<double> times = settled_times(iterations, time_batches);
  while (largest(times) < kGoodEnough * batch_time && static_cast<double>(iterations) < kMostIterations) {
    iterations = next_step(iterations, largest(times), batch_time);
    times = settled_times(iterations, time_batches);
  }
  for (double& time : times) time /= static_cast<double>(iterations);
  const std::uint64_t wanted = iterations_for(batch_time, times);
  const std::uint64_t chosen = (wanted + goal.granularity - 1) / goal.granularity * goal.granularity;
  return {.iterations = chosen,
          .rounds = rounds_for(static_cast<double>(goal.launch_pair_time.count()),
                               largest(times) * static_cast<double>(chosen), goal.most_rounds),
          .batch_time = largest(times) * static_cast<double>(chosen)};
}

}  // namespace harness::drive
