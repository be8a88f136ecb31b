#include "cli/nightly_plan.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "cli/run_plan.h"
#include "harness/model/error.h"

namespace cli {
namespace {

using harness::ParameterPoint;
using harness::Role;
using harness::Scenario;
using harness::Variant;
using harness::drive::TrialPlan;
using harness::drive::VariantPlan;

const Scenario* named(const std::vector<Scenario>& scenarios, const std::string& name) {
  const auto found = std::ranges::find(scenarios, name, &Scenario::name);
  return found == scenarios.end() ? nullptr : &*found;
}

const Variant& measured_variant(const Scenario& scenario) {
  const auto after = std::ranges::find(scenario.variants, Role::After, &Variant::role);
  return after != scenario.variants.end() ? *after : scenario.variants.front();
}

bool has_point(const Scenario& scenario, const harness::Parameters& parameters) {
  return std::ranges::find(scenario.points, parameters, &ParameterPoint::parameters) != scenario.points.end();
}

bool belongs(const ParameterPoint& point, harness::Preset preset) {
  return std::ranges::find(point.presets, preset) != point.presets.end();
}

// Scenarios of all workers and both sides, each counted once: so a shard is the same set whoever asks.
std::set<std::string> names_of(const Config& config, const std::vector<WorkerPair>& workers) {
  std::set<std::string> names;
  for (const auto& worker : workers) {
    for (const auto* scenarios : {&worker.before_scenarios, &worker.after_scenarios}) {
      for (const auto& scenario : *scenarios) {
        if (is_measured(config, scenario.name) && !scenario.variants.empty()) names.insert(scenario.name);
      }
    }
  }
  return names;
}

std::set<std::string> names_of_shard(const std::set<std::string>& names, const Shard& shard) {
  std::set<std::string> chosen;
  int index = 0;
  for (const auto& name : names) {
    if (index++ % shard.count == shard.number - 1) chosen.insert(name);
  }
  return chosen;
}

// Why two scenarios of one name are not one thing; empty if they are.
std::string difference(const Scenario& before, const Scenario& after) {
  if (before.unit_of_work == after.unit_of_work) return {};
  return "before counts its work in '" + before.unit_of_work + "', after in '" + after.unit_of_work +
         "': they are two different workloads";
}

VariantPlan side(const harness::drive::WorkerCommand& worker, const Scenario& scenario, Role role,
                 const std::string& revision) {
  VariantPlan plan;
  plan.worker = worker;
  plan.opened = measured_variant(scenario);
  plan.labelled.name = to_string(role);
  plan.labelled.role = role;
  plan.revision = revision;
  return plan;
}

class Planner {
 public:
  Planner(const Config& config, const Revisions& revisions, NightlyPlan& plan)
      : config_(config), revisions_(revisions), plan_(plan) {}

  void add(const WorkerPair& worker, const std::set<std::string>& chosen) {
    for (const auto& before : worker.before_scenarios) {
      if (!chosen.contains(before.name)) continue;
      const Scenario* after = named(worker.after_scenarios, before.name);
      if (after == nullptr) plan_.only_before.push_back(before.name);
      else add(worker, before, *after);
    }
    for (const auto& after : worker.after_scenarios) {
      if (chosen.contains(after.name) && named(worker.before_scenarios, after.name) == nullptr) {
        plan_.only_after.push_back(after.name);
      }
    }
  }

 private:
  void add(const WorkerPair& worker, const Scenario& before, const Scenario& after) {
    for (const auto& point : before.points) {
      if (!belongs(point, config_.preset.value)) continue;
      if (has_point(after, point.parameters)) plan_.suite.trials.push_back(trial(worker, before, after, point));
      else plan_.only_before.push_back(before.name + " " + to_string(point.parameters));
    }
    for (const auto& point : after.points) {
      if (!belongs(point, config_.preset.value) || has_point(before, point.parameters)) continue;
      plan_.only_after.push_back(after.name + " " + to_string(point.parameters));
    }
  }

  [[nodiscard]] TrialPlan trial(const WorkerPair& worker, const Scenario& before, const Scenario& after,
                                const ParameterPoint& point) const {
    TrialPlan trial{.scenario = after, .parameters = point.parameters, .variants = {}};
    trial.scenario.reported.reset();
    trial.refusal = difference(before, after);
    trial.variants.push_back(side(worker.before, before, Role::Before, revisions_.before));
    trial.variants.push_back(side(worker.after, after, Role::After, revisions_.after));
    return trial;
  }

  const Config& config_;
  const Revisions& revisions_;
  NightlyPlan& plan_;
};

}  // namespace

Shard parse_shard(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto [slash, error] = std::from_chars(text.data(), end, shard.number);
  if (error == std::errc() && slash != end && *slash == '/') {
    const auto [last, trouble] = std::from_chars(slash + 1, end, shard.count);
    if (trouble == std::errc() && last == end && shard.number >= 1 && shard.number <= shard.count) return shard;
  }
  throw harness::UsageError("'" + std::string(text) + "' is not a shard; write it like 2/8: the second of eight");
}

NightlyPlan plan_nightly(const Config& config, const std::vector<WorkerPair>& workers, const Revisions& revisions,
                         const Shard& shard, std::uint64_t seed) {
  NightlyPlan plan{.suite = suite_plan(config.preset.value, seed), .only_before = {}, .only_after = {}};
  if (config.launch_pairs.value > 0) plan.suite.launch_pairs = static_cast<int>(config.launch_pairs.value);
  plan.suite.batch_timeout = config.batch_timeout.value;
  plan.suite.launch_timeout = config.launch_timeout.value;
  const auto chosen = names_of_shard(names_of(config, workers), shard);
  Planner planner(config, revisions, plan);
  for (const auto& worker : workers) planner.add(worker, chosen);
  return plan;
}

}  // namespace cli
