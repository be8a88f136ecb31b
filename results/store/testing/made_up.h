// Made-up runs, trials and comparisons with every field set, for tests of what is kept.
#pragma once

#include <string>

#include "harness/model/comparison.h"
#include "harness/model/machine.h"
#include "harness/model/run.h"
#include "harness/model/trial.h"

namespace results::store {

// A run that this process has begun.
harness::Run made_up_run(const std::string& id);
harness::Machine made_up_machine();
// Two variants, three metrics, no launch pair yet.
harness::Trial made_up_header(const std::string& scenario);
// Two rounds of two variants; one value is NaN, as where a worker gave none.
harness::LaunchPair made_up_launch_pair(int index);
harness::Failure made_up_failure();
// Of the trial's two variants; every optional field is present.
harness::Comparison made_up_comparison(const harness::Trial& trial, harness::Verdict verdict);

}  // namespace results::store
