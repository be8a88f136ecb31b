// How much of an effect belongs to where the code happens to lie: the same comparison over several links of one
// program.
#pragma once

#include <optional>
#include <vector>

#include "harness/model/comparison.h"

namespace harness::stats {

struct LayoutSpread {
  Speedup speedup;         // mean over layouts on the log scale; Student's t, one degree less than layouts
  double between_sd = 0;   // of the log speedup, layout to layout, launch noise taken off
  double within_sd = 0;    // launch pair to launch pair in one layout
  bool sensitive = false;  // layouts differ beyond chance (F test at kLayoutLevel) and by more than the tolerance
};

// One list of log speedups per layout. Absent for fewer than two layouts, or any with fewer than two launch pairs.
std::optional<LayoutSpread> layout_spread(const std::vector<std::vector<double>>& layouts, double confidence,
                                          double tolerance);

inline constexpr double kLayoutLevel = 0.01;

}  // namespace harness::stats
