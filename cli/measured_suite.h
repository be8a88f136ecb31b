// Measuring a suite of worker trials, whole: canaries beside it, every launch pair stored, screening, confirmation,
// judgement, report. What `run`, `nightly` and `compare` have in common where workers are measured.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cli/progress.h"
#include "harness/drive/plan.h"
#include "harness/drive/suite_canaries.h"
#include "harness/model/report.h"
#include "harness/model/run.h"
#include "harness/stats/suite_rule.h"
#include "results/store/store.h"

namespace cli {

using Stages = harness::stats::Stages;
using Canaries = harness::drive::CanaryChoice;

struct MeasuredSuite {
  harness::Run run;                // as begin_run_record() makes it, with the preset filled in
  harness::drive::SuitePlan plan;  // the variants of a trial may belong to different worker files
  harness::stats::Rule rule;       // as asked; the noise floors of this machine are added from the store
  Stages stages = Stages::One;     // a single trial has nothing to be screened from: one stage, whatever stands here
  Canaries canaries = Canaries::Run;
  Progress::Show progress = Progress::Show::Always;
  std::map<std::string, double> tolerances;  // of scenarios by name, in place of the rule's
};

// Measures, stores and judges; prints nothing but the progress line. Interrupted by a signal, it returns the report of
// what was measured until then, with that state. Throws Error for trouble that no trial is to blame for.
harness::Report measure_suite(MeasuredSuite suite, results::store::Store& store);

// Where a suite's report goes.
struct ReportTarget {
  std::string store;   // URL
  std::string format;  // of the report on stdout
  std::set<harness::Verdict> fail_on;
};

// The same with the store opened and the report printed. Returns the exit status.
int measure_suite_and_report(MeasuredSuite suite, const ReportTarget& target);

}  // namespace cli
