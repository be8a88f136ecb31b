// Runs many trials interleaved: launch pairs of different scenarios take turns in a seeded order, so that a slow
// quarter of an hour on the machine does not land on one scenario alone.
#pragma once

#include <atomic>
#include <vector>

#include "harness/drive/interleave.h"
#include "harness/drive/observer.h"
#include "harness/drive/plan.h"
#include "harness/model/scenario.h"
#include "harness/model/trial.h"

namespace harness::drive {

// Measures. A trial that fails stops, the others go on. Returns early, with what was measured, once `interrupted`
// becomes true: the launch pair in progress is dropped, those before it are kept. The calling thread stays on the
// workers' CPU for the time of the run (placement.h). Throws Error only for trouble that no trial is to blame for, and
// UsageError for a plan that makes no sense (fewer than two variants, a work factor that no iterations can meet).
SuiteResult run_suite(const SuitePlan& plan, Observer& observer, const StopRule& stop,
                      const std::atomic<bool>& interrupted);

// Starts the worker, asks it for its scenarios, ends it. Throws Error if it does not answer as a worker.
std::vector<Scenario> list_scenarios(const WorkerCommand& worker);

}  // namespace harness::drive
