#include "harness/stats/sequential.h"

#include <algorithm>

#include "harness/stats/spending.h"

namespace harness::stats {
namespace {

// The looks that lead up to this number of launch pairs, itself the last.
std::vector<Look> looks_until(const Rule& rule, int launch_pairs) {
  const double alpha = 1 - rule.confidence;
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

}  // namespace

double level_at(const Rule& rule, int launch_pairs) {
  if (rule.looks.empty() || launch_pairs < 1) return 1 - rule.confidence;
  return nominal_levels(looks_until(rule, launch_pairs)).back();
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
