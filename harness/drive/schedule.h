// Which variant's turn it is. Pure: every order and every offset of a run follows from its seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace harness::drive {

// The number of the round that warms up and is never judged.
inline constexpr int kWarmUpRound = -1;

// What a launch pair varies so that no verdict rests on one memory layout. The same for all variants of the launch pair
// (what it shifts then cancels within the pair), another one for the next.
struct LaunchConditions {
  std::vector<int> start_order;         // of the variants
  std::size_t environment_padding = 0;  // bytes, 0 .. 4095 in steps of 16
  std::size_t stack_offset = 0;         // bytes, 0 .. 4080 in steps of 16
};

LaunchConditions launch_conditions(std::uint64_t launch_pair_seed, int variants);

// The variants in the order of their batches: a random permutation followed by its reverse, so ABBA or BAAB for two.
// Each variant's mean slot is then the same and a linear drift of the machine cancels. The warm-up round is the
// permutation alone: one batch per variant.
std::vector<int> slot_order(std::uint64_t launch_pair_seed, int round, int variants);

std::uint64_t launch_pair_seed(std::uint64_t suite_seed, int trial, int launch_pair);

// The order of a launch pair in which every variant runs once: A B in one, B A in the next, or the other way round.
std::vector<int> run_order(std::uint64_t suite_seed, int trial, int launch_pair, int variants);

// The order in which trials take their launch pairs number `launch_pair`.
std::vector<int> trial_order(std::uint64_t suite_seed, int launch_pair, int trials);

}  // namespace harness::drive
