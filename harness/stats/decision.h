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

// Needs at least one estimate. Why Hodges-Lehmann decides: simulated with 16 launch pairs at level 0.0105, a true 1 %
// and a tolerance of 0.5 %, it covers the truth in 98.9 % (Student's t 98.9, a t of the 20 % trimmed mean 98.6, the
// median 99.6) of normal launch pairs with an sd of 0.6 %, and finds 100 % of them (100, 99, 96); with a tenth of the
// launch pairs five times as noisy it covers 99.0 % (99.5, 99.0, 99.6) with an rms error of 0.18 % (0.28, 0.18, 0.20)
// and finds 89 % (78, 97, 87). The trimmed t is as sharp, but its level is approximate where it matters, in the tail at
// few launch pairs; the signed rank's is exact.
//
//   improved   the interval lies above 1 and the estimate reaches the tolerance
//   regressed  the interval lies below 1 and the estimate reaches the tolerance
//   unchanged  the interval at twice the level lies within the tolerance (two one-sided tests)
//   mixed      median and mean contradict each other: opposite directions, or an unchanged median beside a mean whose
//              whole interval is beyond the tolerance
//   undecided  anything else
Decision decide(const std::vector<LaunchPairEstimate>& estimates, const DecisionRule& rule);

}  // namespace harness::stats
