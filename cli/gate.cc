#include "cli/gate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "harness/model/glob.h"

namespace cli {
namespace {

using harness::Comparison;
using harness::Verdict;

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", fraction * 100);
  return text;
}

std::string name_of(const Comparison& comparison) {
  const std::string parameters = harness::to_string(comparison.parameters);
  return comparison.scenario + (parameters.empty() ? "" : " " + parameters);
}

// Worse is a speedup below 1, for every metric; what got worse by it is the measured quantity.
double worse_by(const std::optional<harness::Speedup>& speedup, harness::Direction direction) {
  if (!speedup || speedup->ratio >= 1) return 0;
  return std::abs(harness::change_percent(speedup->ratio, direction)) / 100;
}

// Why the regression is let pass; empty if it is not.
std::string pardon(const Comparison& comparison, double regression, const Config& config, const std::string& today) {
  for (const auto& change : config.expected.value) {
    const bool over = !change.until.empty() && change.until < today;
    if (over || !harness::matches_glob(change.scenario, comparison.scenario) || regression > change.regression) continue;
    return "up to " + percent(change.regression) + " is expected" +
           (change.until.empty() ? "" : " until " + change.until) + " (" + change.why + ")";
  }
  if (regression < config.max_regression.value) {
    return "that is less than gate.max_regression, " + percent(config.max_regression.value);
  }
  return {};
}

GateFinding finding_of(const Comparison& comparison, const Config& config, const std::string& today) {
  const double regression = regression_of(comparison);
  const std::string reason = pardon(comparison, regression, config, today);
  const std::string verdict(harness::to_string(comparison.verdict));
  return {.sentence = name_of(comparison) + " " + verdict + " by " + percent(regression) + ": " +
                      (reason.empty() ? "that fails the gate" : "let pass, " + reason),
          .fails = reason.empty()};
}

bool any(const harness::Report& report, Verdict verdict) {
  return std::ranges::any_of(report.comparisons, [&](const auto& row) { return row.verdict == verdict; });
}

std::string why_invalid(const Comparison& comparison) {
  const auto& failure = comparison.failure;
  if (!failure) return name_of(comparison) + " could not be measured";
  const bool broke = !failure->variant.empty() && failure->variant == comparison.after.variant.name &&
                     comparison.before.variant.name != comparison.after.variant.name;
  return name_of(comparison) + (broke ? " broke in after: " : " could not be measured: ") + failure->message;
}

}  // namespace

double regression_of(const Comparison& comparison) {
  const auto direction = comparison.metric.direction;
  const double by_median = worse_by(comparison.median, direction);
  // A regression is said by its median; only where the two disagree does the mean count as well.
  return comparison.verdict == Verdict::Mixed ? std::max(by_median, worse_by(comparison.mean, direction)) : by_median;
}

GateResult gate(const harness::Report& report, const Config& config, const std::string& today) {
  GateResult result;
  const auto& fail_on = config.fail_on.value;
  for (const auto& comparison : report.comparisons) {
    const bool gated = comparison.verdict == Verdict::Regressed ||
                       (comparison.verdict == Verdict::Mixed && fail_on.contains(Verdict::Mixed));
    if (gated) result.findings.push_back(finding_of(comparison, config, today));
    if (comparison.verdict == Verdict::Invalid) result.findings.push_back({why_invalid(comparison), true});
  }
  const bool regressed = std::ranges::any_of(report.comparisons, [&](const auto& row) {
    const bool gated = row.verdict == Verdict::Regressed ||
                       (row.verdict == Verdict::Mixed && fail_on.contains(Verdict::Mixed));
    return gated && finding_of(row, config, today).fails;
  });
  const bool undecided = fail_on.contains(Verdict::Undecided) && any(report, Verdict::Undecided);
  if (report.run.state == harness::RunState::Interrupted) result.status = kInterrupted;
  else if (regressed) result.status = kRegressed;
  else if (any(report, Verdict::Invalid)) result.status = kInvalid;
  else if (undecided) result.status = kUndecided;
  return result;
}

}  // namespace cli
