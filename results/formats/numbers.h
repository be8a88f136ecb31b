// How figures are written for people: the one formatter of every text that is not JSON. ASCII, locale-independent.
// What is no finite number is written "n/a".
#pragma once

#include <string>
#include <string_view>

#include "harness/model/comparison.h"

namespace results::formats {

// Four significant digits. Times go to the SI unit that keeps the figure below 1000 ("1.020 us/op" from 1020 "ns/op"),
// bytes likewise; any other unit stays as it is ("12.50 count/op").
std::string quantity(double value, std::string_view unit);

// Two quantities in one unit where that is readable, the unit said once: "412.3" and "322.6 ns/op".
struct BeforeAfter {
  std::string before;
  std::string after;
};
BeforeAfter before_after(double before, double after, std::string_view unit);

std::string factor(double ratio);                         // "x1.278", "x12.78", "x0.0214"
std::string change(double percent);                       // "-21.7 %", "+0.38 %"
std::string interval(const harness::Interval& interval);  // "[1.250, 1.290]", of ratios
std::string percent(double fraction);                     // "1.8 %" from 0.018, "0.25 %"
std::string duration(double seconds);                     // "42 s", "3 min 20 s", "2 h 5 min"

// "x1.278 [1.250, 1.290]"; without an interval "x1.278 [no interval]".
std::string speedup(const harness::Speedup& speedup);

}  // namespace results::formats
