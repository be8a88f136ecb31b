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

// The stored samples, judged by the rule that the run was judged by. The same samples and rule give the same bytes.
std::vector<harness::Comparison> judged_again(const results::store::Store& store, const harness::Report& report) {
  std::vector<harness::Comparison> comparisons;
  if (report.comparisons.empty()) return comparisons;
  const auto rule = harness::stats::rule_from_string(report.comparisons.front().rule);
  for (const auto& trial : store.trials(report.run.id)) {
    const auto judged = harness::stats::judge(trial, rule);
    comparisons.insert(comparisons.end(), judged.begin(), judged.end());
  }
  return comparisons;
}

}  // namespace

int report_command(const ReportOptions& options) {
  const auto& format = results::formats::format_named(options.format);
  const auto store = results::store::Store::open(options.store, results::store::Access::ReadOnly);
  const std::string id = options.run.empty() ? newest_run(store, options.store) : options.run;
  auto report = store.report(id);
  if (!report) throw harness::UsageError("there is no run '" + id + "' in " + options.store);
  if (options.rejudge) report->comparisons = judged_again(store, *report);
  std::cout << format.write(*report) << std::flush;
  return kFine;
}

}  // namespace cli
