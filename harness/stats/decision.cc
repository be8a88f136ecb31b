#include "harness/stats/decision.h"

#include <cmath>

#include "harness/stats/autocorrelation.h"
#include "harness/stats/descriptive.h"
#include "harness/stats/hodges_lehmann.h"
#include "harness/stats/mean_speedup.h"
#include "harness/stats/order_statistic_interval.h"
#include "harness/stats/power.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

// Median and Hodges-Lehmann estimate further apart than this share of the half-width: the estimates are not symmetric,
// and the signed-rank interval does not hold.
constexpr double kSkewedShare = 0.5;

// An estimate and its interval, of the log speedup.
struct LogEstimate {
  double value = 0;
  std::optional<Interval> interval;     // at the level
  std::optional<Interval> equivalence;  // at twice the level, for two one-sided tests
};

std::optional<Interval> widened(std::optional<Interval> interval, double centre, double factor) {
  if (!interval) return interval;
  return Interval{centre - (centre - interval->low) * factor, centre + (interval->high - centre) * factor};
}

LogEstimate by_median(const std::vector<double>& log_speedups, double level, double inflation) {
  const double centre = median(log_speedups);
  return {centre, widened(order_statistic_interval(log_speedups, level), centre, inflation),
          widened(order_statistic_interval(log_speedups, 2 * level), centre, inflation)};
}

LogEstimate by_hodges_lehmann(const std::vector<double>& log_speedups, double level, double inflation) {
  const double centre = hodges_lehmann(log_speedups);
  return {centre, widened(signed_rank_interval(log_speedups, level), centre, inflation),
          widened(signed_rank_interval(log_speedups, 2 * level), centre, inflation)};
}

bool skewed(const LogEstimate& hodges_lehmann, const LogEstimate& median) {
  if (!hodges_lehmann.interval || !median.interval) return false;
  const double half_width = (hodges_lehmann.interval->high - hodges_lehmann.interval->low) / 2;
  return std::abs(hodges_lehmann.value - median.value) > kSkewedShare * half_width;
}

Speedup speedup_of(const LogEstimate& estimate) {
  Speedup speedup{std::exp(estimate.value), std::nullopt};
  if (estimate.interval)
    speedup.interval = Interval{std::exp(estimate.interval->low), std::exp(estimate.interval->high)};
  return speedup;
}

Verdict verdict_of(const LogEstimate& estimate, double tolerance) {
  const double margin = std::log1p(tolerance);
  if (!estimate.interval) return Verdict::Undecided;
  if (estimate.interval->low > 0 && estimate.value >= margin) return Verdict::Improved;
  if (estimate.interval->high < 0 && estimate.value <= -margin) return Verdict::Regressed;
  const auto& equivalence = estimate.equivalence;
  if (equivalence && equivalence->low > -margin && equivalence->high < margin) return Verdict::Unchanged;
  return Verdict::Undecided;
}

// The mean contradicts the median's verdict; it is never allowed to stay quiet about it.
bool contradicts(const Speedup& mean, Verdict median_verdict, double tolerance) {
  if (!mean.interval) return false;
  const bool mean_better = mean.interval->low > 1;
  const bool mean_worse = mean.interval->high < 1;
  if (median_verdict == Verdict::Improved) return mean_worse;
  if (median_verdict == Verdict::Regressed) return mean_better;
  if (median_verdict != Verdict::Unchanged) return false;
  return mean.interval->low > 1 + tolerance || mean.interval->high < 1 / (1 + tolerance);
}

Speedup mean_speedup_of(const std::vector<LaunchPairEstimate>& estimates, const DecisionRule& rule, double inflation) {
  std::vector<double> before, after;
  for (const LaunchPairEstimate& estimate : estimates) {
    before.push_back(estimate.before_mean);
    after.push_back(estimate.after_mean);
  }
  return rule.direction == Direction::LowerIsBetter ? mean_speedup(before, after, rule.level, inflation)
                                                    : mean_speedup(after, before, rule.level, inflation);
}

// A direction that is certain is worth telling where the verdict is about a size.
void tell_certain_direction(const LogEstimate& estimate, Decision& decision) {
  if (!estimate.interval || (estimate.interval->low <= 0 && estimate.interval->high >= 0)) return;
  const std::string size = percent_text(std::abs(decision.decision.ratio - 1));
  if (decision.verdict == Verdict::Unchanged) {
    decision.warnings.push_back("small but real: the speedup differs from 1 by " + size + ", within the tolerance");
  } else if (decision.verdict == Verdict::Undecided) {
    decision.warnings.push_back(
        (decision.decision.ratio > 1 ? "faster for certain, by about " : "slower for certain, by about ") + size +
        "; whether by as much as the tolerance is not");
  }
}

void tell_what_it_takes(const std::vector<double>& log_speedups, const DecisionRule& rule, double inflation,
                        Decision& decision) {
  if (decision.verdict != Verdict::Undecided) return;
  const int n = static_cast<int>(log_speedups.size());
  const double spread = standard_deviation(log_speedups) * inflation;
  decision.minimum_detectable_effect = minimum_detectable_effect(spread, n, rule.level);
  decision.launch_pairs_needed = launch_pairs_needed(spread, n, rule.level, rule.tolerance);
  if (decision.decision.interval) return;
  decision.warnings.push_back(std::to_string(n) + (n == 1 ? " launch pair has" : " launch pairs have") +
                              " no interval at this confidence: it takes at least " +
                              std::to_string(fewest_launch_pairs(rule.level)));
}

}  // namespace

Decision decide(const std::vector<LaunchPairEstimate>& estimates, const DecisionRule& rule) {
  std::vector<double> log_speedups;
  for (const LaunchPairEstimate& estimate : estimates) log_speedups.push_back(estimate.log_speedup);
  const double inflation = autocorrelation_inflation(log_speedups);
  const LogEstimate middle = by_median(log_speedups, rule.level, inflation);
  LogEstimate deciding = by_hodges_lehmann(log_speedups, rule.level, inflation);

  Decision decision;
  if (skewed(deciding, middle)) {
    deciding = middle;
    decision.warnings.push_back("the launch pairs' speedups are skewed: the interval of their median decides");
  }
  if (inflation > 1) {
    decision.warnings.push_back("neighbouring launch pairs resemble each other: intervals are " +
                                factor_text(inflation) + " wider");
  }
  decision.median = speedup_of(middle);
  decision.mean = mean_speedup_of(estimates, rule, inflation);
  decision.decision = speedup_of(deciding);
  decision.verdict = verdict_of(deciding, rule.tolerance);
  tell_certain_direction(deciding, decision);
  if (contradicts(decision.mean, decision.verdict, rule.tolerance)) {
    decision.warnings.push_back("median and mean disagree: the median's verdict alone would be " +
                                std::string(to_string(decision.verdict)) + ", the mean's speedup is " +
                                factor_text(decision.mean.ratio));
    decision.verdict = Verdict::Mixed;
  }
  tell_what_it_takes(log_speedups, rule, inflation, decision);
  return decision;
}

}  // namespace harness::stats
