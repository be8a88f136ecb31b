// The canaries of a suite: for which of its trials a program is also measured against its own copy and against itself
// with a little more work, and how thoroughly.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "harness/drive/canary.h"
#include "harness/drive/plan.h"

namespace harness::drive {

enum class CanaryChoice {
  None,
  Run,   // one trial: CPU-bound, of short iterations, so that it costs little and a slowdown can be put in exactly
  Each,  // every trial
};

// Owns the copies of the workers' files: keep it as long as its trials are measured.
class SuiteCanaries {
 public:
  // Starts a few workers to see how long their iterations are. Throws Interrupted.
  SuiteCanaries(const SuitePlan& plan, CanaryChoice choice, const std::atomic<bool>& interrupted);

  // To be measured among the suite's own. A trial whose iterations are too long for a slowdown of 2 % has the A/A pair
  // alone. One trial for a whole run gets so much effort that it takes a tenth of the suite's time, but at least
  // kLeastCanaryEffort.
  [[nodiscard]] const std::vector<TrialPlan>& trials() const { return trials_; }

  // Why there are fewer than asked for, in a sentence; empty when there are not.
  [[nodiscard]] const std::string& lack() const { return lack_; }

 private:
  void add(const SuitePlan& plan, const TrialPlan& trial, std::chrono::nanoseconds iteration, double effort);
  const WorkerCopy& copy_of(const WorkerCommand& worker);

  std::vector<std::pair<WorkerCommand, std::unique_ptr<WorkerCopy>>> copies_;
  std::vector<TrialPlan> trials_;
  std::string lack_;
};

inline constexpr double kCanaryShare = 0.1;  // of the suite's time

// A quarter of the batches of a launch pair: its estimate is then up to twice as noisy, which eight launch pairs still
// make good for a change of 2 %, and a run of one trial is not doubled.
inline constexpr double kLeastCanaryEffort = 0.25;

}  // namespace harness::drive
