// For tests: trials with a known truth, from a seed.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "harness/model/trial.h"

namespace harness::stats {

// How a simulated trial varies. Standard deviations are of logs: 0.01 is about 1 %.
struct Simulation {
  int launch_pairs = 12;
  int rounds = 12;
  double log_speedup = 0;    // the truth: > 0 when after is faster
  double launch_sd = 0.005;  // of the difference between the variants, launch pair to launch pair
  double batch_sd = 0.01;    // batch to batch
  double batch_rho = 0;      // lag-1 autocorrelation of the batches within a launch pair
  double tail_share = 0;     // of batches, which are `tail_factor` times as long
  double tail_factor = 15;
  double drift = 0;          // log growth of all times from the first batch of a launch pair to its last
  double carry_over = 0;     // log time that a batch saves when its own variant ran just before it
  double wall_over_cpu = 1;  // wall time is this many times CPU time
};

inline Trial simulated_trial(const Simulation& simulation, std::uint64_t seed) {
  Trial trial;
  trial.scenario = "simulated/known_truth";
  trial.unit_of_work = "op";
  trial.variants = {{{"first", Role::Before}, {}}, {{"second", Role::After}, {}}};
  trial.metrics = {{std::string(kWallTime), "ns"}, {std::string(kCpuTime), "ns"}};
  trial.iterations = 100;
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const double fresh = std::sqrt(1 - simulation.batch_rho * simulation.batch_rho);
  for (int index = 0; index < simulation.launch_pairs; ++index) {
    LaunchPair launch_pair;
    launch_pair.index = index;
    const double shift = simulation.log_speedup + simulation.launch_sd * normal(random);
    int ran_last = -1;
    double noise = normal(random);
    const double batches = 4.0 * (simulation.rounds + 1);
    for (int round = -1; round < simulation.rounds; ++round) {
      const bool before_opens = uniform(random) < 0.5;
      for (int slot = 0; slot < 4; ++slot) {
        const bool outside = slot == 0 || slot == 3;
        const bool before = outside == before_opens;
        double log_time = std::log(50.0) + (before ? shift : 0.0) + simulation.batch_sd * noise;
        noise = simulation.batch_rho * noise + fresh * normal(random);
        log_time += simulation.drift * static_cast<double>(launch_pair.batches.size()) / batches;
        if (ran_last == (before ? 0 : 1)) log_time -= simulation.carry_over;
        ran_last = before ? 0 : 1;
        if (uniform(random) < simulation.tail_share) log_time += std::log(simulation.tail_factor);
        const double cpu = std::exp(log_time) * 1000;
        launch_pair.batches.push_back({.variant = before ? 0 : 1,
                                       .round = round,
                                       .slot = slot,
                                       .iterations = 100,
                                       .items = 1000,
                                       .values = {cpu * simulation.wall_over_cpu, cpu}});
      }
    }
    trial.launch_pairs.push_back(std::move(launch_pair));
  }
  return trial;
}

// A trial without any noise whose launch pairs have exactly these log speedups.
inline Trial trial_of(const std::vector<double>& log_speedups) {
  Trial trial = simulated_trial(
      {.launch_pairs = static_cast<int>(log_speedups.size()), .rounds = 2, .launch_sd = 0, .batch_sd = 0}, 1);
  for (std::size_t i = 0; i < log_speedups.size(); ++i) {
    for (Batch& batch : trial.launch_pairs[i].batches) {
      if (batch.variant != 0) continue;
      for (double& value : batch.values) value *= std::exp(log_speedups[i]);
    }
  }
  return trial;
}

}  // namespace harness::stats
