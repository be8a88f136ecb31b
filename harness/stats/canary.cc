#include "harness/stats/canary.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/hodges_lehmann.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

bool excludes_one(const std::optional<Speedup>& speedup) {
  return speedup && speedup->interval && (speedup->interval->low > 1 || speedup->interval->high < 1);
}

double floor_of(const Comparison& aa) { return aa.noise_floor.value_or(aa.tolerance); }

bool beyond_floor(const Comparison& aa) {
  return aa.noise_floor && std::abs(std::log(aa.median->ratio)) > std::log1p(*aa.noise_floor);
}

bool may_be_chance(const Comparison& aa) {
  if (aa.estimates.empty()) return false;
  std::vector<double> log_speedups;
  for (const LaunchPairEstimate& estimate : aa.estimates) log_speedups.push_back(estimate.log_speedup);
  return signed_rank_p(log_speedups) > kDistrustLevel;
}

std::string why_invalid(const Comparison& comparison) {
  return comparison.failure ? comparison.failure->message : "the measurement is invalid";
}

std::optional<std::string> doubt_of_aa(const Comparison& aa) {
  if (const auto reason = distrust(aa)) return *reason + "; no verdict of this run stands";
  if (!aa.median || !beyond_floor(aa)) return std::nullopt;
  return "this run is noisier than the machine was when it was calibrated: two copies of the same program differ by " +
         factor_text(aa.median->ratio) + " in " + aa.scenario + ", where " + percent_text(floor_of(aa)) +
         " is its noise; it may be chance";
}

std::optional<std::string> doubt_of_slowed(const Comparison& slowed) {
  if (!slowed.decision || !slowed.decision->interval || slowdown_found(slowed)) return std::nullopt;
  return percent_text(slowed.after.work_factor - 1) + " more work in " + slowed.scenario + " was not found (" +
         factor_text(slowed.decision->ratio) + "): changes of that size may pass unseen in this run";
}

std::optional<std::string> doubt(const Comparison& canary) {
  if (canary.failure && canary.failure->stage == Stage::Calibrate) {
    return "nothing vouches for this run: its canaries could not be measured; " + canary.failure->message;
  }
  return canary.after.work_factor == 1 ? doubt_of_aa(canary) : doubt_of_slowed(canary);
}

}  // namespace

std::optional<double> noise_floor(std::vector<double> aa_log_speedups) {
  if (aa_log_speedups.empty()) return std::nullopt;
  for (double& value : aa_log_speedups) value = std::abs(value);
  std::sort(aa_log_speedups.begin(), aa_log_speedups.end());
  const double rank = std::ceil(kNoiseFloorShare * static_cast<double>(aa_log_speedups.size()));
  return std::expm1(aa_log_speedups[static_cast<std::size_t>(rank) - 1]);
}

std::optional<std::string> distrust(const Comparison& aa) {
  if (aa.verdict == Verdict::Invalid) return "two copies of the same program do not do the same: " + why_invalid(aa);
  if (!aa.median) return std::nullopt;
  const bool differs =
      aa.verdict == Verdict::Improved || aa.verdict == Verdict::Regressed || aa.verdict == Verdict::Mixed;
  if (!differs && !(beyond_floor(aa) && excludes_one(aa.decision))) return std::nullopt;
  if (may_be_chance(aa)) return std::nullopt;
  return "the machine was not steady: two copies of the same program differ by " + factor_text(aa.median->ratio) +
         " in " + aa.scenario + ", where " + percent_text(floor_of(aa)) + " is its noise";
}

bool slowdown_found(const Comparison& slowed) {
  return slowed.decision && slowed.decision->interval && slowed.decision->interval->high < 1;
}

std::vector<std::string> doubts(const std::vector<Comparison>& canaries) {
  std::vector<std::string> sentences;
  for (const Comparison& canary : canaries) {
    if (const auto sentence = doubt(canary)) sentences.push_back(*sentence);
  }
  return sentences;
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
