// What every sub-command that measures has in common: a run is begun in the store, each launch pair is saved the moment
// it is measured, the trials are judged, the comparisons saved, the run finished, the report printed.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "cli/run_record.h"
#include "harness/drive/suite.h"
#include "harness/model/run.h"
#include "harness/stats/judge.h"

namespace cli {

struct MeasuredRun {
  harness::Run run;
  harness::stats::Rule rule;
  std::string store;   // URL
  std::string format;  // of the report on stdout
  std::set<harness::Verdict> fail_on;
  Progress::Show progress = Progress::Show::Always;
  std::vector<std::string> trials;  // names for the progress line, in the plan's order
  int launch_pairs = 0;             // the most per trial
  std::function<std::vector<std::string>()> closing_notes;  // for the run, when all is measured; may be absent
};

using Measure = std::function<harness::drive::SuiteResult(
    harness::drive::Observer& observer, const harness::drive::StopRule& stop, const std::atomic<bool>& interrupted)>;

// Returns the exit status.
int measure_and_report(MeasuredRun measured, const Measure& measure);

}  // namespace cli
