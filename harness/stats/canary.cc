#include "harness/stats/canary.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/text.h"

namespace harness::stats {

std::optional<double> noise_floor(std::vector<double> aa_log_speedups) {
  if (aa_log_speedups.empty()) return std::nullopt;
  for (double& value : aa_log_speedups) value = std::abs(value);
  std::sort(aa_log_speedups.begin(), aa_log_speedups.end());
  const double rank = std::ceil(kNoiseFloorShare * static_cast<double>(aa_log_speedups.size()));
  return std::expm1(aa_log_speedups[static_cast<std::size_t>(rank) - 1]);
}

std::optional<std::string> distrust(const Comparison& aa) {
  if (aa.verdict == Verdict::Invalid) return "the A/A pair of this run could not be measured";
  if (!aa.median) return std::nullopt;
  const double floor = aa.noise_floor.value_or(aa.tolerance);
  const bool differs =
      aa.verdict == Verdict::Improved || aa.verdict == Verdict::Regressed || aa.verdict == Verdict::Mixed;
  if (!differs && std::abs(std::log(aa.median->ratio)) <= std::log1p(floor)) return std::nullopt;
  return "the machine was not steady: two copies of the same program differ by " + factor_text(aa.median->ratio) +
         " in " + aa.scenario + ", where " + percent_text(floor) + " is its noise";
}

std::vector<Comparison> downgraded(std::vector<Comparison> comparisons, const std::string& reason) {
  for (Comparison& comparison : comparisons) {
    if (comparison.verdict == Verdict::Invalid) continue;
    comparison.warnings.insert(comparison.warnings.begin(), reason);
    comparison.verdict = Verdict::Undecided;
  }
  return comparisons;
}

}  // namespace harness::stats
