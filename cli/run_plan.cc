#include "cli/run_plan.h"

#include <algorithm>
#include <utility>

#include "harness/model/error.h"

namespace cli {
namespace {

using namespace std::chrono_literals;
using harness::drive::SuitePlan;
using harness::drive::TrialPlan;
using harness::drive::VariantPlan;

struct Effort {
  int launch_pairs;
  std::chrono::nanoseconds batch_time;
  std::chrono::nanoseconds launch_pair_time;
};

// smoke shows that everything works, in seconds; its intervals are worth nothing. From quick on, eight launch pairs are
// the fewest at which both the sign and the signed-rank interval reach 95 %.
Effort effort(harness::Preset preset) {
  switch (preset) {
    case harness::Preset::Smoke: return {2, 1ms, 4ms};
    case harness::Preset::Quick: return {8, 5ms, 400ms};
    case harness::Preset::Standard: return {32, 5ms, 200ms};
    case harness::Preset::Full: return {64, 5ms, 200ms};
  }
  return {};
}

// Every further variant takes as long as before itself, so the short presets measure what the source changed and leave
// the rest to the long ones.
bool measured(harness::Role role, const RunOptions& options) {
  if (role == harness::Role::Before) return true;
  if (!options.roles.empty()) return options.roles.contains(role);
  return options.preset >= harness::Preset::Standard || role == harness::Role::After;
}

std::vector<VariantPlan> variants(const harness::Scenario& scenario, const harness::drive::WorkerCommand& worker,
                                  const RunOptions& options) {
  std::vector<VariantPlan> plans;
  for (const auto& variant : scenario.variants) {
    if (measured(variant.role, options)) plans.push_back({.worker = worker, .opened = variant, .labelled = variant});
  }
  if (!options.against_itself) return plans;
  VariantPlan again = plans.front();
  again.labelled = {.name = again.opened.name + " (again)", .role = harness::Role::Control};
  return {plans.front(), again};
}

bool belongs(const harness::ParameterPoint& point, harness::Preset preset) {
  return std::ranges::find(point.presets, preset) != point.presets.end();
}

// The long presets have time to be sure of a suite as a whole. In the short ones every trial has its own error rate. An
// A/A run is there to show what one stage calls.
harness::stats::Stages preset_stages(const RunOptions& options) {
  const bool in_two = options.preset >= harness::Preset::Standard && !options.against_itself;
  return in_two ? harness::stats::Stages::ScreenAndConfirm : harness::stats::Stages::One;
}

}  // namespace

// Looks double: each costs a share of the error rate, and a change twice as small needs four times the launch pairs.
// The first is at eight, the fewest at which the signed-rank interval can exclude anything at a look's level.
std::vector<int> looks_up_to(int launch_pairs) {
  std::vector<int> looks;
  for (int look = 8; look < launch_pairs; look *= 2) looks.push_back(look);
  if (!looks.empty()) looks.push_back(launch_pairs);
  return looks;
}

SuitePlan suite_plan(harness::Preset preset, std::uint64_t seed) {
  const Effort defaults = effort(preset);
  return {.trials = {},
          .seed = seed,
          .launch_pairs = defaults.launch_pairs,
          .batch_time = defaults.batch_time,
          .launch_pair_time = defaults.launch_pair_time,
          .most_rounds = 16,
          .batch_timeout = 60s,
          .launch_timeout = 120s};
}

harness::stats::SuiteRule plan_rule(const RunOptions& options, int launch_pairs) {
  return {.rule = {.tolerance = options.tolerance, .looks = looks_up_to(launch_pairs)},
          .stages = options.stages.value_or(preset_stages(options))};
}

SuitePlan plan_run(const RunOptions& options, const harness::drive::WorkerCommand& worker,
                   const std::vector<harness::Scenario>& scenarios, std::uint64_t seed) {
  SuitePlan plan = suite_plan(options.preset, seed);
  plan.launch_pairs = options.launch_pairs.value_or(plan.launch_pairs);
  plan.batch_time = options.batch_time.value_or(plan.batch_time);
  plan.batch_timeout = options.batch_timeout.value_or(plan.batch_timeout);
  plan.launch_timeout = options.launch_timeout.value_or(plan.launch_timeout);
  if (plan.batch_time >= plan.batch_timeout) {
    throw harness::UsageError("a batch of this length would count as hung; let --batch-timeout be longer than --batch-time");
  }
  for (const auto& scenario : scenarios) {
    for (const auto& point : scenario.points) {
      if (!belongs(point, options.preset)) continue;
      auto chosen = variants(scenario, worker, options);
      if (chosen.size() < 2) continue;
      plan.trials.push_back({.scenario = scenario, .parameters = point.parameters, .variants = std::move(chosen)});
    }
  }
  if (plan.trials.empty()) {
    throw harness::UsageError("none of these scenarios has a parameter point of preset " +
                              std::string(to_string(options.preset)) +
                              " and a variant to compare there; `tandem list` shows what each has");
  }
  return plan;
}

}  // namespace cli
