#include "harness/drive/suite_canaries.h"

#include <algorithm>
#include <optional>
#include <set>

#include "harness/drive/calibration.h"
#include "harness/drive/iteration_probe.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::nanoseconds;

constexpr double kWorkFactor = 1.02;

// A scenario that takes longer to be opened is not cheap.
constexpr std::chrono::seconds kProbeLimit{2};

struct Candidate {
  const TrialPlan* trial;
  nanoseconds iteration;
};

// What the slowdown needs a batch to be.
nanoseconds batch_of(nanoseconds iteration) {
  return iteration * static_cast<std::int64_t>(granularity_for({1.0, kWorkFactor}));
}

bool is_cpu_bound(const Scenario& scenario) { return scenario.threads == 1 && scenario.metric == kAutoMetric; }

// The first trial of each scenario, those that keep one CPU busy first.
std::vector<const TrialPlan*> candidates(const SuitePlan& plan) {
  std::vector<const TrialPlan*> chosen;
  std::set<std::string> seen;
  for (const TrialPlan& trial : plan.trials) {
    if (trial.refusal.empty() && seen.insert(trial.scenario.name).second) chosen.push_back(&trial);
  }
  std::ranges::stable_sort(chosen, {}, [](const TrialPlan* trial) { return is_cpu_bound(trial->scenario) ? 0 : 1; });
  return chosen;
}

// The first whose iterations are short enough for batches of the suite's length, else the shortest.
std::optional<Candidate> cheapest(const SuitePlan& plan, const std::atomic<bool>& interrupted) {
  std::optional<Candidate> best;
  for (const TrialPlan* trial : candidates(plan)) {
    if (best && !is_cpu_bound(trial->scenario)) break;
    const auto iteration = time_of_iteration(*trial, kProbeLimit, interrupted);
    if (!iteration || (best && *iteration >= best->iteration)) continue;
    best = Candidate{trial, *iteration};
    if (batch_of(*iteration) <= plan.batch_time) break;
  }
  return best;
}

double variants_of(const SuitePlan& plan) {
  double variants = 0;
  for (const TrialPlan& trial : plan.trials) variants += static_cast<double>(trial.variants.size());
  return variants;
}

}  // namespace

SuiteCanaries::SuiteCanaries(const SuitePlan& plan, CanaryChoice choice, const std::atomic<bool>& interrupted) {
  try {
    if (choice == CanaryChoice::Run) {
      const auto chosen = cheapest(plan, interrupted);
      constexpr double kVariants = 3;
      const double effort = std::clamp(kCanaryShare * variants_of(plan) / kVariants, kLeastCanaryEffort, 1.0);
      if (chosen) add(plan, *chosen->trial, chosen->iteration, effort);
    }
    if (choice == CanaryChoice::Each) {
      for (const TrialPlan& trial : plan.trials) {
        if (!trial.refusal.empty()) continue;
        const auto iteration = time_of_iteration(trial, plan.launch_timeout, interrupted);
        if (iteration) add(plan, trial, *iteration, 1.0);
      }
    }
    if (choice != CanaryChoice::None && trials_.empty()) lack_ = "no canaries: no scenario could be started for them";
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    trials_.clear();
    lack_ = std::string("no canaries: ") + error.what();
  }
}

void SuiteCanaries::add(const SuitePlan& plan, const TrialPlan& trial, nanoseconds iteration, double effort) {
  TrialPlan canary = canaries(trial, copy_of(trial.variants.front().worker), kWorkFactor);
  // Longer batches than this leave no two rounds to a launch pair, and cost more than a trial of the suite.
  const bool too_long = batch_of(iteration) > std::max(plan.launch_pair_time / 4, plan.batch_time);
  if (too_long) {
    canary.variants.pop_back();
    lack_ = "no known slowdown among the canaries: an iteration of " + trial.scenario.name +
            " is too long for 2 % more work to be put into a batch";
  }
  canary.effort = effort;
  trials_.push_back(std::move(canary));
}

const WorkerCopy& SuiteCanaries::copy_of(const WorkerCommand& worker) {
  const auto found = std::ranges::find(copies_, worker, &std::pair<WorkerCommand, std::unique_ptr<WorkerCopy>>::first);
  if (found != copies_.end()) return *found->second;
  copies_.emplace_back(worker, std::make_unique<WorkerCopy>(worker));
  return *copies_.back().second;
}

}  // namespace harness::drive
