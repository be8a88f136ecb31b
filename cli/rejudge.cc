#include "cli/rejudge.h"

#include <optional>
#include <utility>
#include <vector>

#include "cli/machine_rules.h"
#include "harness/stats/run_verdicts.h"
#include "harness/stats/suite_rule.h"

namespace cli {
namespace {

using harness::Comparison;
using harness::Trial;
using harness::stats::RuledTrial;
using harness::stats::Stages;
using harness::stats::SuiteRule;

bool same_trial(const auto& one, const Trial& other) {
  return one.scenario == other.scenario && one.parameters == other.parameters;
}

class StoredRun {
 public:
  StoredRun(const harness::Report& report, const results::store::Store& store)
      : report_(report),
        declared_(harness::stats::suite_rule_from_string(report.run.rule)),
        rules_(declared_.rule, store.noise_floors(report.machine.fingerprint)),
        screenings_(store.screening_trials(report.run.id)) {}

  [[nodiscard]] RuledTrial ruled(Trial trial, const std::vector<Comparison>& judged) const {
    auto rule = rules_.rule_of(trial);
    for (const auto& comparison : judged) {
      if (same_trial(comparison, trial)) rule = harness::stats::suite_rule_from_string(comparison.rule).rule;
    }
    return {std::move(trial), std::move(rule)};
  }

  [[nodiscard]] harness::stats::ChangeTrial change(Trial trial) const {
    const auto screening = screening_of(trial);
    auto measured = ruled(std::move(trial), report_.comparisons);
    if (screening) return confirmed_or_screened(ruled(*screening, report_.comparisons), std::move(measured));
    const bool screened = declared_.stages == Stages::ScreenAndConfirm;
    return {std::move(measured), screened ? harness::stats::Evidence::Screened : harness::stats::Evidence::Whole};
  }

 private:
  [[nodiscard]] std::optional<Trial> screening_of(const Trial& trial) const {
    for (const auto& screening : screenings_) {
      if (same_trial(screening, trial)) return screening;
    }
    return std::nullopt;
  }

  const harness::Report& report_;
  SuiteRule declared_;
  MachineRules rules_;
  std::vector<Trial> screenings_;
};

std::vector<Comparison> flat(std::vector<std::vector<Comparison>> lists) {
  std::vector<Comparison> all;
  for (auto& list : lists) {
    for (auto& comparison : list) all.push_back(std::move(comparison));
  }
  return all;
}

}  // namespace

void rejudge(harness::Report& report, const results::store::Store& store) {
  if (report.run.rule.empty()) return;  // nothing was declared, so nothing can be judged
  const StoredRun stored(report, store);
  std::vector<harness::stats::ChangeTrial> changes;
  for (auto& trial : store.trials(report.run.id)) changes.push_back(stored.change(std::move(trial)));
  std::vector<RuledTrial> canaries;
  for (auto& trial : store.canary_trials(report.run.id)) {
    canaries.push_back(stored.ruled(std::move(trial), report.canaries));
  }
  auto verdicts = harness::stats::judge_run(changes, canaries);
  report.comparisons = flat(std::move(verdicts.changes));
  report.canaries = flat(std::move(verdicts.canaries));
}

}  // namespace cli
