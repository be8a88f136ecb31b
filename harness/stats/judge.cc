#include "harness/stats/judge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/model/error.h"
#include "harness/stats/decision.h"
#include "harness/stats/descriptive.h"
#include "harness/stats/estimates.h"
#include "harness/stats/metric_choice.h"
#include "harness/stats/power.h"
#include "harness/stats/sequential.h"
#include "harness/stats/slot_effect.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

// A median over rounds shrugs off this share of rounds without a value; beyond it, what is left is a choice.
constexpr double kMostUnusableShare = 0.1;

// Batches of the same number of iterations must do the same work; items are whole numbers, so this is rounding only.
constexpr double kSameWork = 1e-6;

Metric per_unit_of_work(Metric metric, const std::string& unit_of_work) {
  if (!unit_of_work.empty()) metric.unit += "/" + unit_of_work;
  return metric;
}

Comparison header(const Trial& trial, int before, int after, const Rule& rule) {
  Comparison comparison;
  comparison.scenario = trial.scenario;
  comparison.parameters = trial.parameters;
  comparison.before = trial.variants[static_cast<std::size_t>(before)];
  comparison.after = trial.variants[static_cast<std::size_t>(after)];
  comparison.unit_of_work = trial.unit_of_work;
  comparison.confidence = rule.confidence;
  comparison.tolerance = std::max(rule.tolerance, rule.noise_floor.value_or(0));
  comparison.noise_floor = rule.noise_floor;
  comparison.rule = to_string(rule);
  comparison.reported = trial.reported;
  comparison.failure = trial.failure;
  return comparison;
}

Comparison invalid(Comparison comparison, std::string variant, std::string message) {
  comparison.failure = Failure{Stage::Verify, std::move(variant), std::move(message), ""};
  comparison.verdict = Verdict::Invalid;
  return comparison;
}

std::string metric_names(const Trial& trial) {
  std::string names;
  for (const Metric& metric : trial.metrics) names += (names.empty() ? "" : ", ") + metric.name;
  return names.empty() ? "none" : names;
}

// Items per iteration over one variant's judged batches.
double items_per_iteration(const Trial& trial, int variant) {
  double items = 0;
  double iterations = 0;
  for (const LaunchPair& launch_pair : trial.launch_pairs) {
    for (const Batch& batch : launch_pair.batches) {
      if (batch.variant != variant || batch.round < 0) continue;
      items += batch.items;
      iterations += batch.iterations;
    }
  }
  return iterations > 0 ? items / iterations : 0;
}

// Only where the driver gave all variants one number of iterations: foreign programs choose their own.
bool different_work(const Trial& trial, int before, int after) {
  if (trial.iterations == 0) return false;
  const double before_items = items_per_iteration(trial, before);
  const double after_items = items_per_iteration(trial, after);
  return std::abs(before_items - after_items) > kSameWork * std::max(before_items, after_items);
}

template <class Member>
std::vector<double> column_of(const std::vector<LaunchPairEstimate>& estimates, Member member) {
  std::vector<double> values;
  for (const LaunchPairEstimate& estimate : estimates) values.push_back(estimate.*member);
  return values;
}

void describe(const Estimates& estimates, Comparison& comparison) {
  comparison.estimates = estimates.launch_pairs;
  comparison.before_median = median(column_of(estimates.launch_pairs, &LaunchPairEstimate::before_median));
  comparison.after_median = median(column_of(estimates.launch_pairs, &LaunchPairEstimate::after_median));
  comparison.before_mean = mean(column_of(estimates.launch_pairs, &LaunchPairEstimate::before_mean));
  comparison.after_mean = mean(column_of(estimates.launch_pairs, &LaunchPairEstimate::after_mean));
}

void take(Decision decision, Comparison& comparison) {
  comparison.median = decision.median;
  comparison.mean = decision.mean;
  comparison.decision = decision.decision;
  comparison.verdict = decision.verdict;
  comparison.minimum_detectable_effect = decision.minimum_detectable_effect;
  comparison.launch_pairs_needed = decision.launch_pairs_needed;
  for (std::string& warning : decision.warnings) comparison.warnings.push_back(std::move(warning));
}

bool is_decisive(Verdict verdict) {
  return verdict == Verdict::Improved || verdict == Verdict::Regressed || verdict == Verdict::Unchanged;
}

std::string said(std::string_view metric, const Decision& decision) {
  return std::string(metric) + " says " + std::string(to_string(decision.verdict)) + " (" +
         factor_text(decision.decision.ratio) + ")";
}

// The other clock, by the same method. Where both clocks have a verdict and they differ, what changed is waiting, not
// computing, or the reverse.
void compare_clocks(const Trial& trial, const Contrast& contrast, const Decision& decision, double level,
                    Comparison& comparison) {
  const Metric& metric = trial.metrics[static_cast<std::size_t>(contrast.column)];
  const Estimates estimates = estimate_launch_pairs(trial, contrast);
  if (estimates.launch_pairs.empty()) return;
  const Decision other = decide(estimates.launch_pairs, {level, comparison.tolerance, metric.direction});
  comparison.other_metric = MetricSpeedup{per_unit_of_work(metric, trial.unit_of_work), other.median};
  if (comparison.metric.name != kWallTime && comparison.metric.name != kCpuTime) return;
  if (!is_decisive(decision.verdict) || !is_decisive(other.verdict) || decision.verdict == other.verdict) return;
  comparison.warnings.push_back("wall-only: the clocks disagree; " + said(comparison.metric.name, decision) +
                                " and decides, " + said(metric.name, other));
}

void warn_about_measurement(const Estimates& estimates, const Rule& rule, Comparison& comparison) {
  if (estimates.unusable > 0) {
    comparison.warnings.push_back(std::to_string(estimates.unusable) + " of " + std::to_string(estimates.rounds) +
                                  " rounds are left out: they have no positive " + comparison.metric.name);
  }
  if (const auto effect = slot_effect(estimates.slots)) {
    comparison.warnings.push_back("slot effect: the first half of a round takes " + factor_text(std::exp(*effect)) +
                                  " of the second half's time; order is balanced, but the machine has no steady state");
  }
  if (rule.noise_floor.value_or(0) > rule.tolerance) {
    comparison.warnings.push_back("the tolerance is this machine's noise floor for the scenario, " +
                                  percent_text(*rule.noise_floor) + "; asked was " + percent_text(rule.tolerance));
  }
}

// A trial is judged at its looks only, so it needs as many launch pairs as the next look that has enough.
std::optional<int> until_a_look(std::optional<int> launch_pairs, const Rule& rule) {
  if (!launch_pairs) return launch_pairs;
  const auto look = std::lower_bound(rule.looks.begin(), rule.looks.end(), *launch_pairs);
  return look == rule.looks.end() ? launch_pairs : *look;
}

Comparison judge_metric(const Trial& trial, const Contrast& contrast, const MetricChoice& choice, const Rule& rule,
                        double level, Comparison comparison) {
  const Estimates estimates = estimate_launch_pairs(trial, contrast);
  comparison.launch_pairs = static_cast<int>(estimates.launch_pairs.size());
  if (estimates.unusable > kMostUnusableShare * estimates.rounds) {
    return invalid(std::move(comparison), "",
                   std::to_string(estimates.unusable) + " of " + std::to_string(estimates.rounds) +
                       " rounds have a batch without a positive " + comparison.metric.name +
                       "; use longer batches or another metric");
  }
  warn_about_measurement(estimates, rule, comparison);
  if (estimates.launch_pairs.empty()) {
    comparison.warnings.push_back("no launch pair was measured");
    comparison.launch_pairs_needed = until_a_look(fewest_launch_pairs(level), rule);
    return comparison;
  }
  describe(estimates, comparison);
  const Decision decision = decide(estimates.launch_pairs, {level, comparison.tolerance, comparison.metric.direction});
  take(decision, comparison);
  comparison.launch_pairs_needed = until_a_look(comparison.launch_pairs_needed, rule);
  if (choice.other)
    compare_clocks(trial, {contrast.before, contrast.after, *choice.other}, decision, level, comparison);
  return comparison;
}

Comparison compare_at_level(const Trial& trial, int before, int after, const Rule& rule, double level) {
  Comparison comparison = header(trial, before, after, rule);
  const MetricChoice choice = choose_metric(trial, before, after, rule.metric);
  comparison.metric.name = choice.name;
  if (choice.column >= 0) {
    comparison.metric = per_unit_of_work(trial.metrics[static_cast<std::size_t>(choice.column)], trial.unit_of_work);
  }
  if (trial.failure) {
    comparison.verdict = Verdict::Invalid;
    return comparison;
  }
  if (choice.column < 0) {
    return invalid(std::move(comparison), "",
                   "the metric '" + choice.name + "' was not measured; there are: " + metric_names(trial));
  }
  if (different_work(trial, before, after)) {
    const std::string variant = comparison.after.variant.name;
    return invalid(std::move(comparison), variant,
                   "the variants did different work: items per iteration are not the same");
  }
  return judge_metric(trial, {before, after, choice.column}, choice, rule, level, std::move(comparison));
}

void check_variant(const Trial& trial, int variant) {
  if (variant >= 0 && static_cast<std::size_t>(variant) < trial.variants.size()) return;
  throw Error("trial of " + trial.scenario + " has " + std::to_string(trial.variants.size()) +
              " variants, so there is none at index " + std::to_string(variant));
}

}  // namespace

Comparison compare(const Trial& trial, int before, int after, const Rule& rule) {
  check(rule);
  check_variant(trial, before);
  check_variant(trial, after);
  return compare_at_level(trial, before, after, rule, level_at(rule, static_cast<int>(trial.launch_pairs.size())));
}

std::vector<Comparison> judge(const Trial& trial, const Rule& rule) {
  check(rule);
  const double level = level_at(rule, static_cast<int>(trial.launch_pairs.size()));
  std::vector<Comparison> comparisons;
  for (int after = 1; static_cast<std::size_t>(after) < trial.variants.size(); ++after) {
    comparisons.push_back(compare_at_level(trial, 0, after, rule, level));
  }
  return comparisons;
}

}  // namespace harness::stats
