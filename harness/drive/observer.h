// What the driver tells while it works. The driver prints and stores nothing itself.
#pragma once

#include <string>

#include "harness/model/trial.h"

namespace harness::drive {

class Observer {
 public:
  virtual ~Observer() = default;

  // The trial is calibrated: its header (variants, metrics, iterations) is final, its launch pairs are empty.
  virtual void trial_started(int trial, const Trial& header) = 0;
  // Called between launch pairs only, never while a batch runs.
  virtual void launch_pair_done(int trial, const LaunchPair& launch_pair) = 0;
  virtual void trial_failed(int trial, const Failure& failure) = 0;
  virtual void trial_done(int trial) = 0;
};

}  // namespace harness::drive
