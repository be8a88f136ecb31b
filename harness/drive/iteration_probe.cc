#include "harness/drive/iteration_probe.h"

#include <algorithm>

#include "harness/drive/placement.h"
#include "harness/drive/worker_process.h"

namespace harness::drive {
namespace {

using std::chrono::nanoseconds;

constexpr int kBatches = 5;  // the first warms up, and one of the others is likely to be left alone

nanoseconds wall_time(const wire::Sample& sample) {
  const auto found = std::ranges::find(sample.values, kWallTime, &std::pair<std::string, double>::first);
  return found == sample.values.end() ? nanoseconds::max() : nanoseconds(static_cast<std::int64_t>(found->second));
}

}  // namespace

std::optional<nanoseconds> time_of_iteration(const TrialPlan& trial, nanoseconds limit,
                                             const std::atomic<bool>& interrupted) {
  const VariantPlan& variant = trial.variants.front();
  const Placement placement = place(allowed_cpus());
  try {
    WorkerProcess worker(variant.worker,
                         {.cpus = trial.scenario.threads > 1 ? placement.multi_threaded : placement.single_threaded},
                         interrupted);
    worker.greet(limit);
    worker.open({trial.scenario.name, variant.opened.name, trial.parameters}, limit);
    nanoseconds shortest = nanoseconds::max();
    for (int batch = 0; batch < kBatches; ++batch) shortest = std::min(shortest, wall_time(worker.run(1, limit)));
    worker.dismiss();
    return shortest;
  } catch (const WorkerError&) {
    return std::nullopt;
  }
}

}  // namespace harness::drive
