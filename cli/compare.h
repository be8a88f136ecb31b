// The parts of `tandem compare`: two commands, two programs of benchmarks, and what they have in common.
#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "cli/compare_options.h"
#include "cli/design_choice.h"
#include "cli/measured_run.h"
#include "harness/drive/command.h"
#include "harness/stats/judge.h"

namespace cli {

// --before CMD --after CMD. Returns the exit status, like all of these.
int compare_commands(const CompareOptions& options);

// Two files: what they are is seen from what they hold. The one place that decides what can be compared with what.
int compare_files(const CompareOptions& options);

// Two programs of Google Benchmarks, by the names that both have: as parked workers where both are linked with
// tandem_main, else as they are, a process a run.
int compare_programs(const CompareOptions& options);

// Something to compare, its design and threads not chosen yet.
struct Subject {
  harness::drive::CommandTrialPlan trial;
  Sharing sharing = Sharing::Allowed;
};

// Runs each command once to see what it does, chooses the designs, measures, stores, judges and prints. `notes` say
// what was left out.
int measure_subjects(const CompareOptions& options, std::vector<Subject> subjects, std::vector<std::string> notes);

// The looks that `options` leave room for, its confidence and tolerance.
harness::stats::Rule comparison_rule(const CompareOptions& options);

// What options say of the run itself.
MeasuredRun comparison_run(const CompareOptions& options, std::uint64_t seed);

}  // namespace cli
