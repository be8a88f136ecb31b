// From one number per launch pair to a verdict. Pure: no trial, no look, only estimates and a level.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.h"

namespace harness::stats {

struct Decision {
  Speedup median;    // exact order-statistic interval
  Speedup mean;      // ratio of total times, jackknife interval
  Speedup decision;  // Hodges-Lehmann and its signed-rank interval, or the median's where the estimates are skewed
  Verdict verdict = Verdict::Undecided;
  std::optional<double> minimum_detectable_effect;  // on undecided
  std::optional<int> launch_pairs_needed;           // on undecided
  std::vector<std::string> warnings;
};

struct DecisionRule {
  double level = 0.05;      // two-sided, of this look
  double tolerance = 0.01;  // fraction
  Direction direction = Direction::LowerIsBetter;
};

// Needs at least one estimate.
//   improved   the interval lies above 1 and the estimate reaches the tolerance
//   regressed  the interval lies below 1 and the estimate reaches the tolerance
//   unchanged  the interval at twice the level lies within the tolerance (two one-sided tests)
//   mixed      median and mean contradict each other: opposite directions, or an unchanged median beside a mean whose
//              whole interval is beyond the tolerance
//   undecided  anything else
Decision decide(const std::vector<LaunchPairEstimate>& estimates, const DecisionRule& rule);

}  // namespace harness::stats
