// What the driver tells while it works. The driver prints and stores nothing itself.
#pragma once

#include "harness/model/trial.h"

namespace harness::drive {

// `trial` is the index in the suite's plan. For each trial that came to its turn: one trial_started, then its launch
// pairs, then one trial_failed or trial_done; neither of them where the run was interrupted before the trial's end.
// Called on the thread of run_suite(), while no batch runs. What a callback throws ends the run and reaches the caller
// of run_suite().
class Observer {
 public:
  virtual ~Observer() = default;

  // The trial is calibrated: its header (variants with builds, metrics, iterations) is final, its launch pairs are
  // empty. Of a trial that failed before that, what is known so far, with 0 iterations.
  virtual void trial_started(int trial, const Trial& header) = 0;
  virtual void launch_pair_done(int trial, const LaunchPair& launch_pair) = 0;
  virtual void trial_failed(int trial, const Failure& failure) = 0;
  virtual void trial_done(int trial) = 0;
};

}  // namespace harness::drive
