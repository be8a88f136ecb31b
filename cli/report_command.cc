// tandem report: a stored run, in one of the formats.
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "harness/model/error.h"
#include "harness/stats/judge.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"
#include "results/store/store.h"

namespace cli {
namespace {

std::string newest_run(const results::store::Store& store, const std::string& url) {
  const auto run = store.latest_run();
  if (!run) throw harness::Error(url + " holds no run yet; measure one with `tandem run`");
  return run->id;
}

std::vector<harness::Comparison> judge_all(const std::vector<harness::Trial>& trials, const std::string& rule) {
  std::vector<harness::Comparison> comparisons;
  if (trials.empty()) return comparisons;
  const auto parsed = harness::stats::rule_from_string(rule);
  for (const auto& trial : trials) {
    const auto judged = harness::stats::judge(trial, parsed);
    comparisons.insert(comparisons.end(), judged.begin(), judged.end());
  }
  return comparisons;
}

// Judges by the rule that the run declared: the same samples and rule give the same bytes. What a killed run measured
// was never judged; it is judged here, without being stored.
void complete(harness::Report& report, const results::store::Store& store, bool rejudge) {
  const auto& id = report.run.id;
  if (rejudge) report.comparisons.clear();
  const auto judged = judge_all(rejudge ? store.trials(id) : store.unjudged_trials(id), report.run.rule);
  report.comparisons.insert(report.comparisons.end(), judged.begin(), judged.end());
}

}  // namespace

int report_command(const ReportOptions& options) {
  const auto& format = results::formats::format_named(options.format);
  const auto store = results::store::Store::open(options.store, results::store::Access::ReadOnly);
  const std::string id = options.run.empty() ? newest_run(store, options.store) : options.run;
  auto report = store.report(id);
  if (!report) throw harness::UsageError("there is no run '" + id + "' in " + options.store);
  complete(*report, store, options.rejudge);
  std::cout << format.write(*report) << std::flush;
  return kFine;
}

}  // namespace cli
