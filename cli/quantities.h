// Quantities and words as people type them: "10s", "5ms", "1%", "regressed".
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/model/comparison.h"

namespace cli {

// "10s", "1.5s", "200ms", "50us", "2min", "1h". Throws UsageError on anything else, or what is not positive.
std::chrono::nanoseconds parse_duration(std::string_view text);

// "1%" is 0.01; "0.5 %" is 0.005. A number without the sign is an error: 1 could be meant either way.
double parse_percent(std::string_view text);

// A whole number from 0 to 2^64 - 1, decimal.
std::uint64_t parse_seed(std::string_view text);

// A verdict that has an exit status of its own: regressed, mixed, undecided. Throws UsageError on any other word.
harness::Verdict failing_verdict(std::string_view text);

// "3 s", "2 min 5 s": for progress lines.
std::string format_duration(std::chrono::nanoseconds duration);

}  // namespace cli
