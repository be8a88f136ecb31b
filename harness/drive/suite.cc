#include "harness/drive/suite.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "harness/drive/calibration.h"
#include "harness/drive/placement.h"
#include "harness/drive/program_file.h"
#include "harness/drive/schedule.h"
#include "harness/drive/trial_runner.h"
#include "harness/drive/worker_process.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

constexpr std::chrono::seconds kListTimeout{30};  // a worker that is not built for this answers or ends at once

void check(const TrialPlan& trial) {
  const auto refuse = [&trial](const std::string& why) {
    throw UsageError("scenario '" + trial.scenario.name + "' " + why);
  };
  if (trial.variants.size() < 2) refuse("has fewer than two variants to compare");
  std::vector<double> factors;
  for (const VariantPlan& variant : trial.variants) factors.push_back(variant.work_factor);
  if (*std::ranges::min_element(factors) <= 0) refuse("has a variant whose work factor is not positive");
  if (granularity_for(factors) == 0) refuse("has a variant with a change of work finer than 0.1 %");
}

// One trial on its way through the suite.
class Progress {
 public:
  Progress(const SuitePlan& plan, int trial, const Placement& placement, Observer& observer,
           const std::atomic<bool>& interrupted)
      : trial_(trial), observer_(observer), runner_(plan, trial, placement, interrupted), measured_(runner_.header()) {}

  [[nodiscard]] bool finished() const { return finished_; }
  [[nodiscard]] Trial take() { return std::move(measured_); }

  void run_launch_pair(int index, int most, ProgramDigests& digests, const StopRule& stop) {
    try {
      runner_.start(index, digests);
      announce();
      measured_.launch_pairs.push_back(runner_.measure());
    } catch (const TrialFailed& trouble) {
      fail(trouble.failure());
      return;
    }
    observer_.launch_pair_done(trial_, measured_.launch_pairs.back());
    finished_ = stop(measured_) || index + 1 >= most;
    if (finished_) observer_.trial_done(trial_);
  }

 private:
  void announce() {
    if (announced_) return;
    announced_ = true;
    measured_ = runner_.header();
    observer_.trial_started(trial_, measured_);
  }

  void fail(const Failure& failure) {
    announce();
    finished_ = true;
    measured_.failure = failure;
    observer_.trial_failed(trial_, failure);
  }

  int trial_;
  Observer& observer_;
  TrialRunner runner_;
  Trial measured_;
  bool announced_ = false;
  bool finished_ = false;
};

void run_all(const SuitePlan& plan, const StopRule& stop, std::deque<Progress>& trials) {
  ProgramDigests digests;
  for (int index = 0; index < plan.launch_pairs; ++index) {
    for (const int trial : trial_order(plan.seed, index, static_cast<int>(trials.size()))) {
      Progress& progress = trials[static_cast<std::size_t>(trial)];
      if (!progress.finished()) progress.run_launch_pair(index, plan.launch_pairs, digests, stop);
    }
  }
}

}  // namespace

SuiteResult run_suite(const SuitePlan& plan, Observer& observer, const StopRule& stop,
                      const std::atomic<bool>& interrupted) {
  for (const TrialPlan& trial : plan.trials) check(trial);
  const Placement placement = place(allowed_cpus());
  const DriverConfinement confinement(placement);
  std::deque<Progress> trials;  // a runner holds references and does not move
  for (int trial = 0; trial < static_cast<int>(plan.trials.size()); ++trial) {
    trials.emplace_back(plan, trial, placement, observer, interrupted);
  }
  SuiteResult result;
  try {
    run_all(plan, stop, trials);
  } catch (const Interrupted&) {
    result.interrupted = true;
  }
  for (Progress& progress : trials) result.trials.push_back(progress.take());
  return result;
}

std::vector<Scenario> list_scenarios(const WorkerCommand& worker) {
  const std::atomic<bool> interrupted = false;
  WorkerProcess process(worker, {.cpus = allowed_cpus()}, interrupted);
  process.greet(kListTimeout);
  std::vector<Scenario> scenarios = process.list(kListTimeout);
  process.dismiss();
  return scenarios;
}

}  // namespace harness::drive
