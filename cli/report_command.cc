// tandem report: a stored run, in one of the formats.
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/rejudge.h"
#include "harness/model/error.h"
#include "harness/stats/judge_recorded.h"
#include "results/formats/formats.h"
#include "results/store/store.h"

namespace cli {
namespace {

std::string newest_run(const results::store::Store& store, const std::string& url) {
  const auto run = store.latest_run();
  if (!run) throw harness::Error(url + " holds no run yet; measure one with `tandem run`");
  return run->id;
}

}  // namespace

int report_command(const ReportOptions& options) {
  const auto& format = results::formats::format_named(options.format);
  const auto store = results::store::Store::open(options.store, results::store::Access::ReadOnly);
  const std::string id = options.run.empty() ? newest_run(store, options.store) : options.run;
  auto report = store.report(id);
  if (!report) throw harness::UsageError("there is no run '" + id + "' in " + options.store);
  if (report->run.kind == harness::RunKind::Import) {
    // Its trials have no launch pairs; what it was judged from are its recordings.
    if (options.rejudge) report->comparisons = harness::stats::judge_sides(report->recordings, {}).comparisons;
    std::cout << format.write(*report) << std::flush;
    return kFine;
  }
  // A run that was killed before it was judged is judged here, and so shows what it had measured.
  if (options.rejudge || !store.unjudged_trials(id).empty()) rejudge(*report, store);
  std::cout << format.write(*report) << std::flush;
  return kFine;
}

}  // namespace cli
