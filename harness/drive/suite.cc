#include "harness/drive/suite.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "harness/drive/calibration.h"
#include "harness/drive/interleave.h"
#include "harness/drive/placement.h"
#include "harness/drive/program_file.h"
#include "harness/drive/worker_process.h"
#include "harness/drive/worker_trial.h"
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

}  // namespace

SuiteResult run_suite(const SuitePlan& plan, Observer& observer, const StopRule& stop,
                      const std::atomic<bool>& interrupted) {
  for (const TrialPlan& trial : plan.trials) check(trial);
  const Placement placement = place(allowed_cpus());
  const DriverConfinement confinement(placement.beside_workers);
  ProgramDigests digests;
  std::vector<std::unique_ptr<TrialRunner>> trials;
  for (int trial = 0; trial < static_cast<int>(plan.trials.size()); ++trial) {
    trials.push_back(std::make_unique<WorkerTrial>(plan, trial, placement, digests, interrupted));
  }
  return run_interleaved(trials, {.seed = plan.seed, .launch_pairs = plan.launch_pairs}, observer, stop);
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
