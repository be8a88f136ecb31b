#include "harness/drive/launch.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace harness::drive {
namespace {

// The longest path among the workers' programs: all are written that long.
std::size_t longest_path(const TrialPlan& plan) {
  std::size_t longest = 0;
  for (const VariantPlan& variant : plan.variants) {
    if (variant.worker.argv.empty()) continue;
    try {
      longest = std::max(longest, find_program(variant.worker.argv.front()).size());
    } catch (const Error&) {
      // Starting it will say what is wrong, and name the variant.
    }
  }
  return longest;
}

WorkerConditions worker_conditions(const TrialPlan& plan, const LaunchConditions& conditions,
                                   const Placement& placement) {
  return {.cpus = plan.scenario.threads > 1 ? placement.multi_threaded : placement.single_threaded,
          .environment_padding = conditions.environment_padding,
          .stack_offset = conditions.stack_offset,
          .path_length = longest_path(plan)};
}

}  // namespace

template <class Ask>
auto Launch::ask(int variant, Stage stage, const Ask& question) -> decltype(question()) {
  try {
    return question();
  } catch (const WorkerError& error) {
    throw TrialFailed({.stage = stage,
                       .variant = plan_.variants[static_cast<std::size_t>(variant)].labelled.name,
                       .message = error.what(),
                       .stderr_tail = error.stderr_tail()});
  }
}

Launch::Launch(const TrialPlan& plan, const LaunchConditions& conditions, const Placement& placement,
               const Timeouts& timeouts, const std::atomic<bool>& interrupted)
    : plan_(plan), timeouts_(timeouts), builds_(plan.variants.size()) {
  const WorkerConditions worker = worker_conditions(plan, conditions, placement);
  std::vector<std::optional<WorkerProcess>> started(plan.variants.size());
  for (const int variant : conditions.start_order) {
    const auto index = static_cast<std::size_t>(variant);
    const VariantPlan& chosen = plan.variants[index];
    ask(variant, Stage::Launch, [&] {
      started[index].emplace(chosen.worker, worker, interrupted);
      builds_[index] = started[index]->greet(timeouts.launch);
    });
    ask(variant, Stage::Open, [&] {
      started[index]->open({plan.scenario.name, chosen.opened.name, plan.parameters}, timeouts.launch);
    });
  }
  for (std::optional<WorkerProcess>& process : started) workers_.push_back(std::move(*process));
}

wire::Sample Launch::run(int variant, std::uint64_t iterations, Stage stage) {
  return ask(variant, stage,
             [&] { return workers_[static_cast<std::size_t>(variant)].run(iterations, timeouts_.batch); });
}

void Launch::dismiss() {
  for (WorkerProcess& worker : workers_) worker.dismiss();
}

}  // namespace harness::drive
