#include "harness/stats/run_verdicts.h"

#include <optional>
#include <string>
#include <utility>

#include "harness/stats/canary.h"
#include "harness/stats/suite_rule.h"

namespace harness::stats {
namespace {

// Aligned with the trials; only those on fresh launch pairs have any.
std::vector<std::vector<Comparison>> confirmations(const std::vector<ChangeTrial>& changes) {
  std::vector<RuledTrial> fresh;
  for (const ChangeTrial& change : changes) {
    if (change.evidence == Evidence::Fresh) fresh.push_back(change.measured);
  }
  const auto confirmed = confirm(fresh);
  auto next = confirmed.begin();
  std::vector<std::vector<Comparison>> aligned(changes.size());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].evidence != Evidence::Fresh) continue;
    for (const Confirmation& confirmation : *next++) aligned[i].push_back(confirmation.comparison);
  }
  return aligned;
}

void declare_stages(const Rule& rule, std::vector<Comparison>& comparisons) {
  for (Comparison& comparison : comparisons) comparison.rule = to_string({rule, Stages::ScreenAndConfirm});
}

std::optional<std::string> distrust_any(const std::vector<std::vector<Comparison>>& canaries) {
  for (const auto& of_trial : canaries) {
    for (const Comparison& canary : of_trial) {
      const bool could_not_start = canary.failure && canary.failure->stage == Stage::Calibrate;
      if (canary.after.work_factor != 1 || could_not_start) continue;
      if (auto reason = distrust(canary)) return reason;
    }
  }
  return std::nullopt;
}

}  // namespace

ChangeTrial confirmed_or_screened(RuledTrial screening, RuledTrial fresh) {
  const bool measured = !fresh.trial.launch_pairs.empty() || fresh.trial.failure;
  if (measured) return {std::move(fresh), Evidence::Fresh};
  return {std::move(screening), Evidence::Screened};
}

RunVerdicts judge_run(const std::vector<ChangeTrial>& changes, const std::vector<RuledTrial>& canaries) {
  RunVerdicts verdicts{.changes = confirmations(changes)};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto& [measured, evidence] = changes[i];
    if (evidence == Evidence::Whole) verdicts.changes[i] = judge(measured.trial, measured.rule);
    if (evidence == Evidence::Screened) verdicts.changes[i] = judge_unconfirmed(measured);
    if (evidence != Evidence::Whole) declare_stages(measured.rule, verdicts.changes[i]);
  }
  for (const RuledTrial& canary : canaries) verdicts.canaries.push_back(judge(canary.trial, canary.rule));
  if (const auto reason = distrust_any(verdicts.canaries)) {
    for (auto& comparisons : verdicts.changes) comparisons = downgraded(std::move(comparisons), *reason);
  }
  return verdicts;
}

}  // namespace harness::stats
