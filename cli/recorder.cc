#include "cli/recorder.h"

#include <cmath>
#include <utility>

namespace cli {
namespace {

// Inside batches, by wall time; by CPU time where no batch has a wall time of its own (a duet's share one CPU).
double batch_seconds(const harness::LaunchPair& launch_pair, const harness::Trial& header) {
  int column = metric_column(header, harness::kWallTime);
  if (column < 0) column = metric_column(header, harness::kCpuTime);
  if (column < 0) return 0;
  double total = 0;
  for (const auto& batch : launch_pair.batches) total += batch.values.at(static_cast<std::size_t>(column));
  return std::isfinite(total) ? total / 1e9 : 0;
}

}  // namespace

Recorder::Recorder(harness::Run& run, std::vector<RecordedTrial> trials, int launch_pairs,
                   results::store::Store& store, Progress& progress)
    : run_(run), launch_pairs_(launch_pairs), store_(store), progress_(progress) {
  for (auto& trial : trials) trials_.push_back({.trial = std::move(trial)});
}

void Recorder::trial_started(int trial, const harness::Trial& header) {
  at(trial).header = header;
  (void)id(trial, header);
}

void Recorder::launch_pair_done(int trial, const harness::LaunchPair& launch_pair) {
  store_.save_launch_pair(at(trial).id.value(), launch_pair);
  run_.batch_seconds += batch_seconds(launch_pair, at(trial).header);
  ++at(trial).launch_pairs;
  progress_.launch_pair_done(at(trial).trial.name);
}

void Recorder::trial_failed(int trial, const harness::Failure& failure) {
  if (at(trial).id) store_.save_failure(*at(trial).id, failure);
  trial_done(trial);
}

void Recorder::trial_done(int trial) { progress_.skip(launch_pairs_ - at(trial).launch_pairs); }

results::store::TrialId Recorder::id(int trial, const harness::Trial& measured) {
  auto& [recorded, id, header, launch_pairs] = at(trial);
  if (id) return *id;
  id = recorded.screening ? store_.begin_confirmation(run_.id, measured, recorded.position, *recorded.screening)
                          : store_.begin_trial(run_.id, measured, recorded.position, recorded.purpose);
  return *id;
}

}  // namespace cli
