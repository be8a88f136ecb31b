#include "harness/stats/metric_choice.h"

#include <cmath>

namespace harness::stats {
namespace {

// Sum over one variant's judged batches; batches without the value do not count.
double total(const Trial& trial, int variant, int column) {
  double sum = 0;
  if (column < 0) return sum;
  const auto position = static_cast<std::size_t>(column);
  for (const LaunchPair& launch_pair : trial.launch_pairs) {
    for (const Batch& batch : launch_pair.batches) {
      if (batch.variant != variant || batch.round < 0 || position >= batch.values.size()) continue;
      if (std::isfinite(batch.values[position])) sum += batch.values[position];
    }
  }
  return sum;
}

bool off_the_cpu(const Trial& trial, int variant) {
  const double wall = total(trial, variant, metric_column(trial, kWallTime));
  const double cpu = total(trial, variant, metric_column(trial, kCpuTime));
  return wall > 0 && cpu > 0 && 1 - cpu / wall > kPreemptedShare;
}

// Off the CPU because it waited, for a lock or a disk: then CPU time would hide what the variant costs.
bool waits(const Trial& trial, int variant) {
  return total(trial, variant, metric_column(trial, kVoluntarySwitches)) >
         total(trial, variant, metric_column(trial, kInvoluntarySwitches));
}

std::string automatic(const Trial& trial, int before, int after) {
  const bool has_wall = metric_column(trial, kWallTime) >= 0;
  const bool has_cpu = metric_column(trial, kCpuTime) >= 0;
  if (!has_wall && !has_cpu && !trial.metrics.empty()) return trial.metrics.front().name;
  if (!has_cpu || trial.threads > 1) return std::string(kWallTime);
  if (!has_wall) return std::string(kCpuTime);
  for (const int variant : {before, after}) {
    if (off_the_cpu(trial, variant) && waits(trial, variant)) return std::string(kWallTime);
  }
  const bool preempted = off_the_cpu(trial, before) || off_the_cpu(trial, after);
  return std::string(preempted ? kCpuTime : kWallTime);
}

}  // namespace

MetricChoice choose_metric(const Trial& trial, int before, int after, const std::string& asked) {
  MetricChoice choice;
  choice.name = asked != kAutoMetric ? asked : trial.metric;
  if (choice.name == kAutoMetric || choice.name.empty()) choice.name = automatic(trial, before, after);
  choice.column = metric_column(trial, choice.name);
  const int other = metric_column(trial, choice.name == kWallTime ? kCpuTime : kWallTime);
  if (other >= 0) choice.other = other;
  return choice;
}

}  // namespace harness::stats
