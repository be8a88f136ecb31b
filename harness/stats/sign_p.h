// Two tests of "no effect" that lean on nothing but the exchange of before and after inside a launch pair.
#pragma once

#include <cstdint>
#include <span>

namespace harness::stats {

// Two-sided sign test of "the median is 0": positives among those that are not 0, against even odds. 1 without any.
double sign_p(std::span<const double> values);

// Two-sided sign-flip test of "the mean is 0": how many of the ways to choose the values' signs have a studentised mean
// at least as far from 0. All 2^n of them up to kExactSignFlips values; beyond, kDrawnSignFlips drawn with `seed`, and
// p = (1 + as far) / (1 + drawn).
double sign_flip_p(std::span<const double> values, std::uint64_t seed);

inline constexpr int kExactSignFlips = 16;  // 65536 sums
inline constexpr int kDrawnSignFlips = 9999;

}  // namespace harness::stats
