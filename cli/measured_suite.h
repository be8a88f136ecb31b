// Measuring a suite of worker trials, whole: canaries beside it, every launch pair stored, screening, confirmation,
// judgement, report. What `run`, `nightly` and `compare` have in common where workers are measured.
#pragma once

#include <set>
#include <string>

#include "cli/progress.h"
#include "harness/drive/plan.h"
#include "harness/model/report.h"
#include "harness/model/run.h"
#include "harness/stats/judge.h"
#include "results/store/store.h"

namespace cli {

// Whether a change is called improved or regressed on the launch pairs that it was found in, or on fresh ones.
enum class Stages { One, ScreenAndConfirm };

// For how many trials a program is also measured against its own copy and against itself with 2 % more work.
enum class Canaries { None, Run, Each };  // none, the cheapest of the run, every one

struct MeasuredSuite {
  harness::Run run;                // as begin_run_record() makes it, with the preset filled in
  harness::drive::SuitePlan plan;  // the variants of a trial may belong to different worker files
  harness::stats::Rule rule;       // as asked; the noise floors of this machine are added from the store
  Stages stages = Stages::One;     // with one comparison alone there is nothing to screen, and one stage it is
  Canaries canaries = Canaries::Run;
  Progress::Show progress = Progress::Show::Always;
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
