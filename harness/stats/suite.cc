#include "harness/stats/suite.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "harness/stats/descriptive.h"
#include "harness/stats/holm.h"
#include "harness/stats/quantiles.h"
#include "harness/stats/sequential.h"
#include "harness/stats/sign_p.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

// The standard error is then known to 2 %: 1 / sqrt(2 * 1000).
constexpr int kResamples = 1000;

bool excludes_one(const std::optional<Speedup>& speedup) {
  return speedup && speedup->interval && (speedup->interval->low > 1 || speedup->interval->high < 1);
}

void apply_holm(double error_rate, Confirmation& confirmation) {
  Comparison& comparison = confirmation.comparison;
  if (comparison.verdict != Verdict::Improved && comparison.verdict != Verdict::Regressed) return;
  if (confirmation.adjusted_p <= error_rate) return;
  comparison.warnings.push_back("alone it would be " + std::string(to_string(comparison.verdict)) +
                                "; among all suspects of the suite it is not certain enough (adjusted p " +
                                exact_text(std::round(confirmation.adjusted_p * 1e4) / 1e4) + ")");
  comparison.verdict = Verdict::Undecided;
}

bool needs_confirming(Verdict verdict) {
  return verdict == Verdict::Improved || verdict == Verdict::Regressed || verdict == Verdict::Mixed;
}

std::vector<double> log_speedups(const Comparison& comparison) {
  std::vector<double> values;
  for (const LaunchPairEstimate& estimate : comparison.estimates) values.push_back(estimate.log_speedup);
  return values;
}

std::string name_of(const Comparison& comparison) {
  return comparison.parameters.empty() ? comparison.scenario
                                       : comparison.scenario + " " + harness::to_string(comparison.parameters);
}

double resampled_median(const std::vector<double>& values, std::mt19937_64& random) {
  std::vector<double> drawn(values.size());
  for (double& value : drawn) value = values[random() % values.size()];
  return median(std::move(drawn));
}

// Standard deviation of the suite's mean over resamples of comparisons and, within each, of launch pairs.
double bootstrap_standard_error(const std::vector<std::vector<double>>& comparisons, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t size = comparisons.size();
  std::vector<double> means(kResamples);
  for (double& resampled : means) {
    for (std::size_t i = 0; i < size; ++i) resampled += resampled_median(comparisons[random() % size], random);
    resampled /= static_cast<double>(size);
  }
  const double drawn_from_few = static_cast<double>(size) / static_cast<double>(size - 1);
  return standard_deviation(means) * std::sqrt(drawn_from_few);
}

}  // namespace

bool is_suspect(const Trial& screened, const Rule& rule) {
  Rule generous = rule;
  generous.confidence = kScreeningConfidence;
  generous.looks.clear();
  const std::vector<Comparison> seen = judge(screened, generous);
  const std::vector<Comparison> judged = judge(screened, rule);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].verdict == Verdict::Mixed) return true;
    if (judged[i].verdict != Verdict::Unchanged && excludes_one(seen[i].decision)) return true;
  }
  return false;
}

bool screened(const Trial& trial, const Rule& rule) {
  if (decided(trial, rule)) return true;
  const int launch_pairs = static_cast<int>(trial.launch_pairs.size());
  return std::ranges::find(rule.looks, launch_pairs) != rule.looks.end() && is_suspect(trial, rule);
}

Rule confirmation_rule(const Rule& rule, std::size_t suspects) {
  Rule shared = rule;
  if (suspects > 1) shared.confidence = 1 - (1 - rule.confidence) / static_cast<double>(suspects);
  return shared;
}

std::vector<std::vector<Confirmation>> confirm(const std::vector<RuledTrial>& fresh) {
  std::vector<std::vector<Confirmation>> confirmations;
  std::vector<double> p;
  for (const auto& [trial, rule] : fresh) {
    confirmations.emplace_back();
    for (Comparison& comparison : judge(trial, rule)) {
      p.push_back(sequential_p(comparison.estimates, rule));
      confirmations.back().push_back({std::move(comparison), p.back(), 1});
    }
  }
  const std::vector<double> adjusted = holm(p);
  auto next = adjusted.begin();
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    for (Confirmation& confirmation : confirmations[i]) {
      confirmation.adjusted_p = *next++;
      apply_holm(1 - fresh[i].rule.confidence, confirmation);
    }
  }
  return confirmations;
}

std::vector<Comparison> judge_unconfirmed(const RuledTrial& screened) {
  std::vector<Comparison> comparisons = judge(screened.trial, screened.rule);
  for (Comparison& comparison : comparisons) {
    if (!needs_confirming(comparison.verdict)) continue;
    comparison.warnings.push_back("the screening alone would say " + std::string(to_string(comparison.verdict)) +
                                  "; it was not confirmed on fresh launch pairs");
    comparison.verdict = Verdict::Undecided;
  }
  return comparisons;
}

SuiteSpeedup suite_speedup(const std::vector<Comparison>& comparisons, double confidence, std::uint64_t seed) {
  SuiteSpeedup suite;
  std::vector<std::vector<double>> common;
  std::vector<double> medians;
  for (const Comparison& comparison : comparisons) {
    if (comparison.after.variant.role != Role::After) continue;
    if (comparison.verdict == Verdict::Invalid || comparison.estimates.empty()) {
      suite.left_out.push_back(name_of(comparison));
      continue;
    }
    common.push_back(log_speedups(comparison));
    medians.push_back(median(common.back()));
  }
  suite.comparisons = static_cast<int>(common.size());
  if (common.empty()) return suite;
  const double centre = mean(medians);
  suite.speedup.ratio = std::exp(centre);
  if (common.size() < 2) return suite;
  const double degrees = static_cast<double>(common.size() - 1);
  const double reach = student_t_quantile((1 + confidence) / 2, degrees) * bootstrap_standard_error(common, seed);
  suite.speedup.interval = Interval{std::exp(centre - reach), std::exp(centre + reach)};
  return suite;
}

SignBalance sign_balance(const std::vector<Comparison>& comparisons) {
  SignBalance balance;
  std::vector<double> leans;
  int small = 0;
  for (const Comparison& comparison : comparisons) {
    if (comparison.after.variant.role != Role::After || !comparison.decision) continue;
    leans.push_back(std::log(comparison.decision->ratio));
    balance.faster += leans.back() > 0 ? 1 : 0;
    balance.slower += leans.back() < 0 ? 1 : 0;
    small += std::abs(leans.back()) < std::log1p(comparison.tolerance) ? 1 : 0;
  }
  balance.p = sign_p(leans);
  balance.one_sided = balance.p < kOneSidedLevel && 2 * static_cast<std::size_t>(small) > leans.size();
  return balance;
}

}  // namespace harness::stats
