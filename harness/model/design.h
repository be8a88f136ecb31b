// Commands are compared in one of two designs, or in both at once: then one decides, the other gives the size of the
// change. The design is a parameter of their trials.
#pragma once

#include <string_view>
#include <vector>

#include "harness/model/comparison.h"

namespace harness {

inline constexpr std::string_view kDesign = "design";  // the parameter
inline constexpr std::string_view kDuet = "duet";      // its values: both at once on one CPU, by CPU time
inline constexpr std::string_view kAlternate = "alternate";  // in turns

// Whether `comparison` is there for the size only: an alternation beside a duet of the same commands. Its verdict is
// shown, and decides nothing.
bool gives_size_only(const Comparison& comparison, const std::vector<Comparison>& all);

}  // namespace harness
