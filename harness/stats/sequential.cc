#include "harness/stats/sequential.h"

#include <algorithm>
#include <cmath>

#include "harness/model/error.h"
#include "harness/stats/hodges_lehmann.h"
#include "harness/stats/spending.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

// The looks that lead up to this number of launch pairs, itself the last.
std::vector<Look> looks_until(const Rule& rule, int launch_pairs, double alpha) {
  const int planned = rule.looks.back();
  std::vector<Look> looks;
  for (const int look : rule.looks) {
    if (look >= launch_pairs || look == planned) break;
    looks.push_back({static_cast<double>(look), pocock_spent(alpha, static_cast<double>(look) / planned)});
  }
  const double fraction = static_cast<double>(launch_pairs) / planned;
  looks.push_back({static_cast<double>(launch_pairs), pocock_spent(alpha, fraction)});
  return looks;
}

double level_for(const Rule& rule, int launch_pairs, double alpha) {
  return nominal_levels(looks_until(rule, launch_pairs, alpha)).back();
}

double first_p(const std::vector<LaunchPairEstimate>& estimates, int launch_pairs) {
  std::vector<double> log_speedups;
  for (int i = 0; i < launch_pairs; ++i) log_speedups.push_back(estimates[static_cast<std::size_t>(i)].log_speedup);
  return signed_rank_p(log_speedups);
}

// The smallest overall level at which this look tests at `p`: its level rises with the overall one. To 0.1 %.
double overall_for(const Rule& rule, int launch_pairs, double p) {
  double low = p;  // a look never tests at more than the whole
  double high = 1;
  while (high > low * 1.001) {
    const double middle = std::sqrt(low * high);
    (level_for(rule, launch_pairs, middle) < p ? low : high) = middle;
  }
  return high;
}

}  // namespace

double level_at(const Rule& rule, int launch_pairs) {
  if (rule.looks.empty() || launch_pairs < 1) return 1 - rule.confidence;
  return level_for(rule, launch_pairs, 1 - rule.confidence);
}

void check(const Rule& rule) {
  if (!(rule.confidence > 0 && rule.confidence < 1)) {
    throw UsageError("confidence must lie between 0 and 1, like 0.95; it is " + exact_text(rule.confidence));
  }
  if (!(rule.tolerance >= 0)) {
    throw UsageError("the tolerance must be a fraction that is not negative, like 0.01; it is " +
                     exact_text(rule.tolerance));
  }
  for (std::size_t i = 0; i < rule.looks.size(); ++i) {
    if (rule.looks[i] > (i > 0 ? rule.looks[i - 1] : 0)) continue;
    throw UsageError("the looks of a rule must be rising numbers of launch pairs, like 8,16,32,64");
  }
}

double sequential_p(const std::vector<LaunchPairEstimate>& estimates, const Rule& rule) {
  const int launch_pairs = static_cast<int>(estimates.size());
  if (launch_pairs == 0) return 1;
  if (rule.looks.empty()) return first_p(estimates, launch_pairs);
  double smallest = 1;
  for (const Look& look : looks_until(rule, launch_pairs, 1 - rule.confidence)) {
    const int reached = static_cast<int>(look.information);
    const double p = first_p(estimates, reached);
    if (p < smallest) smallest = std::min(smallest, overall_for(rule, reached, p));
  }
  return smallest;
}

bool decided(const Trial& trial, const Rule& rule) {
  if (rule.looks.empty()) return false;
  const int launch_pairs = static_cast<int>(trial.launch_pairs.size());
  if (launch_pairs >= rule.looks.back()) return true;
  if (std::find(rule.looks.begin(), rule.looks.end(), launch_pairs) == rule.looks.end()) return false;
  const std::vector<Comparison> comparisons = judge(trial, rule);
  return std::all_of(comparisons.begin(), comparisons.end(),
                     [](const Comparison& comparison) { return comparison.verdict != Verdict::Undecided; });
}

}  // namespace harness::stats
