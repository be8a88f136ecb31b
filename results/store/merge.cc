#include "results/store/merge.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace results::store {
namespace {

using harness::Comparison;
using harness::Trial;

constexpr int kPage = 100;  // runs of a look-up

// Oldest first.
std::vector<harness::Run> all_runs(const Store& store) {
  std::vector<harness::Run> runs;
  for (std::string before;;) {
    const auto page = store.runs(kPage, before);
    for (const auto& overview : page) runs.push_back(overview.run);
    if (page.size() < kPage) break;
    before = page.back().run.id;
  }
  std::ranges::reverse(runs);
  return runs;
}

std::vector<Comparison> of_trial(const std::vector<Comparison>& comparisons, const Trial& trial) {
  std::vector<Comparison> own;
  std::ranges::copy_if(comparisons, std::back_inserter(own), [&trial](const Comparison& comparison) {
    return comparison.scenario == trial.scenario && comparison.parameters == trial.parameters;
  });
  return own;
}

int position_of(const Trial& trial, const std::vector<Trial>& changes) {
  const auto same = [&trial](const Trial& other) {
    return other.scenario == trial.scenario && other.parameters == trial.parameters;
  };
  return static_cast<int>(std::ranges::find_if(changes, same) - changes.begin());
}

void copy_trials(const std::string& run, const std::vector<Trial>& trials, const std::vector<Trial>& changes,
                 const std::vector<Comparison>& comparisons, Purpose purpose, Store& into) {
  for (const auto& trial : trials) {
    const TrialId id = into.begin_trial(run, trial, position_of(trial, changes), purpose);
    const auto own = of_trial(comparisons, trial);
    if (purpose != Purpose::Screening && !own.empty()) into.save_comparisons(run, id, own);
  }
}

void copy_run(const harness::Run& run, const Store& from, Store& into) {
  const auto report = from.report(run.id);
  into.begin_run(report->run, report->machine);
  const auto changes = from.trials(run.id);
  copy_trials(run.id, changes, changes, report->comparisons, Purpose::Change, into);
  copy_trials(run.id, from.canary_trials(run.id), changes, report->canaries, Purpose::Canary, into);
  copy_trials(run.id, from.screening_trials(run.id), changes, {}, Purpose::Screening, into);
  into.finish_run(report->run);
  for (const auto& floor : from.noise_floors(report->machine.fingerprint)) into.save_noise_floor(floor);
}

void copy_baselines(const Store& from, Store& into) {
  for (const auto& newest : from.baselines()) {
    const auto present = into.baselines_named(newest.name);
    auto missing = from.baselines_named(newest.name);
    std::ranges::reverse(missing);
    for (const auto& baseline : missing) {
      if (std::ranges::find(present, baseline) == present.end()) into.save_baseline(baseline);
    }
  }
}

}  // namespace

Merged merge(const Store& from, Store& into) {
  Merged merged;
  for (const auto& run : all_runs(from)) {
    if (into.run(run.id)) ++merged.present;
    else if (run.state == harness::RunState::Running) ++merged.running;
    else if (run.kind == harness::RunKind::Import) ++merged.imported;
    else {
      copy_run(run, from, into);
      ++merged.added;
    }
  }
  copy_baselines(from, into);
  return merged;
}

}  // namespace results::store
