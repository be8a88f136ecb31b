#include "harness/drive/schedule.h"

#include <algorithm>

#include "harness/drive/seeded_random.h"

namespace harness::drive {
namespace {

// Purposes of derived seeds. Rounds use their own number (from -1), so these stay far away from it.
constexpr std::uint64_t kConditions = 1ULL << 32U;
constexpr std::uint64_t kTrialOrder = 2ULL << 32U;
constexpr std::uint64_t kRunOrder = 3ULL << 32U;

constexpr std::size_t kStep = 16;             // the alignment the ABI gives the stack: finer steps change nothing
constexpr std::size_t kSteps = 4096 / kStep;  // one page: beyond it the layout repeats

}  // namespace

LaunchConditions launch_conditions(std::uint64_t launch_pair_seed, int variants) {
  SeededRandom random(derive_seed(launch_pair_seed, kConditions));
  LaunchConditions conditions;
  conditions.start_order = permutation(random, variants);
  conditions.environment_padding = kStep * random.below(kSteps);
  conditions.stack_offset = kStep * random.below(kSteps);
  return conditions;
}

std::vector<int> slot_order(std::uint64_t launch_pair_seed, int round, int variants) {
  SeededRandom random(derive_seed(launch_pair_seed, static_cast<std::uint64_t>(round - kWarmUpRound)));
  std::vector<int> order = permutation(random, variants);
  if (round == kWarmUpRound) return order;
  for (int slot = variants - 1; slot >= 0; --slot) order.push_back(order[static_cast<std::size_t>(slot)]);
  return order;
}

std::uint64_t launch_pair_seed(std::uint64_t suite_seed, int trial, int launch_pair) {
  return derive_seed(derive_seed(suite_seed, static_cast<std::uint64_t>(trial)),
                     static_cast<std::uint64_t>(launch_pair));
}

std::vector<int> run_order(std::uint64_t suite_seed, int trial, int launch_pair, int variants) {
  SeededRandom random(derive_seed(derive_seed(suite_seed, static_cast<std::uint64_t>(trial)),
                                  kRunOrder + static_cast<std::uint64_t>(launch_pair / 2)));
  std::vector<int> order = permutation(random, variants);
  if (launch_pair % 2 == 1) std::ranges::reverse(order);
  return order;
}

std::vector<int> trial_order(std::uint64_t suite_seed, int launch_pair, int trials) {
  SeededRandom random(derive_seed(suite_seed, kTrialOrder + static_cast<std::uint64_t>(launch_pair)));
  return permutation(random, trials);
}

}  // namespace harness::drive
