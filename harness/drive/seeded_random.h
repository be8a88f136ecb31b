// Random choices that a seed decides, the same on every machine and standard library (std::shuffle and the standard
// distributions are not).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace harness::drive {

// SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state, every seed good, plenty for orders and offsets.
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }

  // Uniform over 0 .. bound-1, bound > 0. The bias of the remainder is below bound / 2^64: nothing here can see it.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

// A seed of its own for each purpose, so that adding a choice in one place changes none in another.
inline std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t purpose) {
  SeededRandom random(seed ^ SeededRandom(purpose).next());
  return random.next();
}

// The numbers 0 .. count-1 in a random order (Fisher and Yates).
inline std::vector<int> permutation(SeededRandom& random, int count) {
  std::vector<int> order;
  for (int i = 0; i < count; ++i) order.push_back(i);
  for (int i = count - 1; i > 0; --i) {
    std::swap(order[static_cast<std::size_t>(i)], order[random.below(static_cast<std::uint64_t>(i) + 1)]);
  }
  return order;
}

}  // namespace harness::drive
