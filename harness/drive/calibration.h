// How many iterations a batch gets, and how many rounds a launch pair: decided once per trial, equal for all variants.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace harness::drive {

struct CalibrationGoal {
  std::chrono::nanoseconds batch_time{};        // of the slowest variant's batch
  std::chrono::nanoseconds launch_pair_time{};  // of the slowest variant's batches in one launch pair
  int most_rounds = 16;
  std::uint64_t granularity = 1;  // the iterations are a multiple of it, at the price of longer batches
};

struct Calibration {
  std::uint64_t iterations = 1;
  int rounds = 1;
  double batch_time = 0;  // ns that the slowest variant's batch is expected to take
};

// Time in ns of each variant's batch of so many iterations, every variant run once.
using TimeBatches = std::function<std::vector<double>(std::uint64_t iterations)>;

// Grows its way up from one iteration, all variants with the same number at every step: a fixture that remembers its
// batches then remembers the same in all of them. Times are taken twice and the smaller counts (a preemption only ever
// adds); where the two differ by more than a quarter they are taken again, a few times.
Calibration calibrate(const CalibrationGoal& goal, const TimeBatches& time_batches);

// Iterations at which the slowest variant's batch takes `batch_time` and the fastest's at least a tenth of it; 1 where
// one iteration takes longer. Both arguments in the same unit.
std::uint64_t iterations_for(double batch_time, const std::vector<double>& time_per_iteration);

// The smallest number of iterations that every factor multiplies to a whole number, to a thousandth of the change it
// stands for: 50 for {1, 1.02}. 0 if none up to 1000 does.
std::uint64_t granularity_for(const std::vector<double>& work_factors);

// Two batches per variant and round: between 1 round and `most_rounds`.
int rounds_for(double launch_pair_time, double batch_time, int most_rounds);

}  // namespace harness::drive
