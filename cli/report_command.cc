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

// The rule that a trial was judged by, which has this machine's noise floor in it; the run's own where it was not yet.
std::string rule_of(const harness::Trial& trial, const harness::Report& report) {
  for (const auto& judged : report.comparisons) {
    if (judged.scenario == trial.scenario && judged.parameters == trial.parameters) return judged.rule;
  }
  return report.run.rule;
}

// The same samples and rules give the same bytes. What a killed run measured was never judged; it is judged here,
// without being stored.
void complete(harness::Report& report, const results::store::Store& store, bool rejudge) {
  const auto& id = report.run.id;
  std::vector<harness::Comparison> judged;
  for (const auto& trial : rejudge ? store.trials(id) : store.unjudged_trials(id)) {
    const auto rule = harness::stats::rule_from_string(rule_of(trial, report));
    for (auto& comparison : harness::stats::judge(trial, rule)) judged.push_back(std::move(comparison));
  }
  if (rejudge) report.comparisons.clear();
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
