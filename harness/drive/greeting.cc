#include "harness/drive/greeting.h"

#include <atomic>
#include <chrono>

#include "harness/drive/placement.h"
#include "harness/drive/worker_process.h"

namespace harness::drive {

Build greeting(const WorkerCommand& worker) {
  constexpr std::chrono::seconds kPatience{30};  // a worker that is not built for this answers or ends at once
  const std::atomic<bool> interrupted = false;
  WorkerProcess process(worker, {.cpus = allowed_cpus()}, interrupted);
  const Build build = process.greet(kPatience);
  process.dismiss();
  return build;
}

}  // namespace harness::drive
