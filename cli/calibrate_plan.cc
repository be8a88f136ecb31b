#include "cli/calibrate_plan.h"

#include <algorithm>
#include <utility>

#include "harness/drive/calibration.h"
#include "harness/drive/iteration_probe.h"

namespace cli {
namespace {

using harness::drive::SuitePlan;
using harness::drive::TrialPlan;
using harness::drive::WorkerCopy;
using std::chrono::nanoseconds;

// Starting workers, warming up and talking to them take about as long as half the batches do; seen in quick runs of the
// engine's scenarios, 65 to 75 % of which is batches.
constexpr double kAroundBatches = 1.5;

// The largest slowdowns that a batch can hold: the finer, the more iterations it needs.
std::vector<double> slowdowns_for(nanoseconds iteration, nanoseconds longest_batch) {
  std::vector<double> chosen(std::begin(kSlowdowns), std::end(kSlowdowns));
  const auto batch = [&] {
    std::vector<double> factors{1.0};
    factors.insert(factors.end(), chosen.begin(), chosen.end());
    return iteration * static_cast<std::int64_t>(harness::drive::granularity_for(factors));
  };
  while (!chosen.empty() && batch() > longest_batch) chosen.erase(chosen.begin());
  return chosen;
}

const WorkerCopy& copy_of(const harness::drive::WorkerCommand& worker,
                          std::vector<std::unique_ptr<WorkerCopy>>& copies) {
  // All trials of a calibration belong to one worker.
  if (copies.empty()) copies.push_back(std::make_unique<WorkerCopy>(worker));
  return *copies.front();
}

}  // namespace

SuitePlan calibration_plan(const SuitePlan& suite, std::vector<std::unique_ptr<WorkerCopy>>& copies,
                           const std::atomic<bool>& interrupted) {
  SuitePlan plan = suite;
  for (TrialPlan& trial : plan.trials) {
    const auto before = trial.variants.front();
    trial.variants = {before, copied(before, copy_of(before.worker, copies))};
    trial.scenario.reported.reset();
    const auto iteration = harness::drive::time_of_iteration(trial, suite.launch_timeout, interrupted);
    const auto longest_batch = std::max(suite.launch_pair_time / 2, suite.batch_time);  // one round a launch pair
    for (const double factor : slowdowns_for(iteration.value_or(nanoseconds::zero()), longest_batch)) {
      trial.variants.push_back(slowed(before, factor));
    }
  }
  return plan;
}

nanoseconds repeat_time(const SuitePlan& plan, int launch_pairs) {
  double variants = 0;
  for (const TrialPlan& trial : plan.trials) variants += static_cast<double>(trial.variants.size());
  return std::chrono::round<nanoseconds>(plan.launch_pair_time * (variants * launch_pairs * kAroundBatches));
}

int fit(SuitePlan& plan, int launch_pairs, int repeats, std::optional<nanoseconds> budget) {
  while (budget && plan.trials.size() > 1 && repeat_time(plan, launch_pairs) > *budget) plan.trials.pop_back();
  if (budget) {
    const auto fitting = *budget / std::max(repeat_time(plan, launch_pairs), nanoseconds(1));
    repeats = static_cast<int>(std::clamp<std::int64_t>(fitting, 1, repeats));
  }
  plan.launch_pairs = launch_pairs * repeats;
  return repeats;
}

}  // namespace cli
