// Takes trials through their launch pairs in turn, so that none of them has a good or a bad hour of the machine to
// itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "harness/drive/observer.h"
#include "harness/drive/trial_runner.h"
#include "harness/model/trial.h"

namespace harness::drive {

// True once a trial needs no more launch pairs. Asked after each of its launch pairs, and again before the next one: a
// rule may look at other trials or at the clock as well.
using StopRule = std::function<bool(const Trial&)>;

struct SuiteResult {
  std::vector<Trial> trials;  // in the plan's order; a failed one carries its failure and what was measured before it
  bool interrupted = false;
};

struct InterleavePlan {
  std::uint64_t seed = 0;
  int launch_pairs = 0;  // the most per trial
};

// First number 0 of every trial in a seeded order, then number 1 in another order, and so on. A trial that fails or
// needs no more drops out. Ends early, with what was measured, when a trial throws Interrupted.
SuiteResult run_interleaved(const std::vector<std::unique_ptr<TrialRunner>>& trials, const InterleavePlan& plan,
                            Observer& observer, const StopRule& stop);

}  // namespace harness::drive
