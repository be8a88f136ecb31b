// The workers of one launch pair: one fresh process per variant, alive together, each parked unless it is its turn.
#pragma once

#include <atomic>
#include <chrono>
#include <vector>

#include "harness/drive/placement.h"
#include "harness/drive/plan.h"
#include "harness/drive/schedule.h"
#include "harness/drive/trial_runner.h"
#include "harness/drive/worker_process.h"
#include "harness/model/build.h"
#include "harness/model/trial.h"

namespace harness::drive {

struct Timeouts {
  std::chrono::nanoseconds batch{};
  std::chrono::nanoseconds launch{};
};

class Launch {
 public:
  // Starts every worker and builds its fixture. Throws TrialFailed (stage launch or open), Interrupted.
  Launch(const TrialPlan& plan, const LaunchConditions& conditions, const Placement& placement,
         const Timeouts& timeouts, const std::atomic<bool>& interrupted);

  // What the workers say of their builds, without the sha256; aligned with the plan's variants.
  [[nodiscard]] const std::vector<Build>& builds() const { return builds_; }

  // One batch of one variant; `stage` says what a failure is to be called. Throws TrialFailed, Interrupted.
  wire::Sample run(int variant, std::uint64_t iterations, Stage stage);

  // Tells all workers to end by themselves. Without it they are killed with the launch.
  void dismiss();

 private:
  template <class Ask>
  auto ask(int variant, Stage stage, const Ask& question) -> decltype(question());

  const TrialPlan& plan_;
  Timeouts timeouts_;
  std::vector<WorkerProcess> workers_;  // aligned with the plan's variants
  std::vector<Build> builds_;
};

}  // namespace harness::drive
