#include "results/formats/trust.h"

#include "harness/model/design.h"
#include "harness/stats/canary.h"
#include "results/formats/numbers.h"

namespace results::formats {
namespace {

using harness::Comparison;

std::string place_of(const Comparison& comparison) {
  const std::string parameters = harness::to_string(comparison.parameters);
  return comparison.scenario + (parameters.empty() ? "" : " " + parameters);
}

std::string estimate_of(const Comparison& comparison) {
  if (!comparison.decision) return "without launch pairs";
  return speedup(*comparison.decision);
}

std::string aa_part(const Comparison& aa) {
  if (aa.failure) return "A/A failed: " + aa.failure->message;
  return "A/A " + estimate_of(aa) + " " + std::string(harness::to_string(aa.verdict));
}

std::string slowdown_part(const Comparison& slowed) {
  const std::string work = "+" + percent(slowed.after.work_factor - 1) + " work ";
  if (slowed.failure || !slowed.decision) return work + "not measured";
  const std::string found = harness::stats::slowdown_found(slowed) ? "found as " : "not found, ";
  const double percents = harness::change_percent(slowed.decision->ratio, slowed.metric.direction);
  return work + found + estimate_of(slowed) + ", " + change(percents);
}

bool is_aa(const Comparison& canary) { return canary.after.work_factor == 1; }

std::string left_out(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return " Left out, having no speedup: " + text + ".";
}

}  // namespace

std::vector<std::string> canary_sentences(const std::vector<Comparison>& canaries) {
  std::vector<std::string> sentences;
  for (const Comparison& canary : canaries) {
    if (is_aa(canary) || sentences.empty()) {
      sentences.push_back(place_of(canary) + ": " + (is_aa(canary) ? aa_part(canary) : slowdown_part(canary)));
    } else {
      sentences.back() += "; " + slowdown_part(canary);
    }
  }
  return sentences;
}

std::vector<std::string> doubts_of(const harness::Report& report) {
  std::vector<std::string> doubts = harness::stats::doubts(report.canaries);
  const auto overview = overview_of(report);
  if (overview && overview->balance.one_sided) {
    doubts.push_back("nearly the whole suite leans one way by less than the tolerance (" +
                     std::to_string(overview->balance.faster) + " faster, " +
                     std::to_string(overview->balance.slower) +
                     " slower): suspect the measurement, not the code; a path, an environment or an order may differ");
  }
  return doubts;
}

std::optional<SuiteOverview> overview_of(const harness::Report& report) {
  if (report.comparisons.empty()) return std::nullopt;
  std::vector<Comparison> deciding = report.comparisons;  // a change that two designs measured counts once
  std::erase_if(deciding, [&](const auto& row) { return harness::gives_size_only(row, report.comparisons); });
  SuiteOverview overview{.confidence = deciding.front().confidence};
  overview.speedup = harness::stats::suite_speedup(deciding, overview.confidence, report.run.seed);
  overview.balance = harness::stats::sign_balance(deciding);
  if (overview.speedup.comparisons < 2) return std::nullopt;
  return overview;
}

std::string suite_sentence(const SuiteOverview& overview) {
  const auto& [ratio, limits] = overview.speedup.speedup;
  return "The suite as a whole: " + factor(ratio) + (limits ? " " + interval(*limits) : "") +
         ", the geometric mean of " + std::to_string(overview.speedup.comparisons) + " median speedups; " +
         std::to_string(overview.balance.faster) + " faster, " + std::to_string(overview.balance.slower) + " slower." +
         left_out(overview.speedup.left_out);
}

}  // namespace results::formats
