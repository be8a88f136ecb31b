// Runs many trials interleaved: launch pairs of different scenarios take turns in a seeded order, so that a slow
// quarter of an hour on the machine does not land on one scenario alone.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/drive/observer.h"
#include "harness/model/scenario.h"
#include "harness/model/trial.h"

namespace harness::drive {

// How to start one variant's worker.
struct WorkerCommand {
  std::vector<std::string> argv;  // program first; the worker flag is added by the driver
};

// One variant of a trial: which worker to start and what to open in it. In an A/A trial the same variant stands twice.
struct VariantPlan {
  WorkerCommand worker;
  Variant opened;    // the variant to open in the worker
  Variant labelled;  // how the trial names it, e.g. "std::unordered_set (again)"
};

struct TrialPlan {
  Scenario scenario;
  Parameters parameters;
  std::vector<VariantPlan> variants;  // before first, at least two
};

struct SuitePlan {
  std::vector<TrialPlan> trials;
  std::uint64_t seed = 0;
  int launch_pairs = 8;                           // the most per trial
  std::chrono::nanoseconds batch_time{};          // what calibration aims at for the slowest variant
  std::chrono::nanoseconds launch_pair_time{};    // of batches, per launch pair and variant; decides the rounds
  int most_rounds = 16;
  std::chrono::nanoseconds batch_timeout{};       // then the worker is ended and the trial fails
  std::chrono::nanoseconds launch_timeout{};      // for start and fixture
};

// True once a trial needs no more launch pairs. Called after each of its launch pairs.
using StopRule = std::function<bool(const Trial&)>;

struct SuiteResult {
  std::vector<Trial> trials;  // in the plan's order; a failed one carries its failure and what was measured before it
  bool interrupted = false;
};

// Measures. Returns early, with what was measured, once `interrupted` becomes true.
SuiteResult run_suite(const SuitePlan& plan, Observer& observer, const StopRule& stop,
                      const std::atomic<bool>& interrupted);

// Starts the worker, asks it for its scenarios, ends it. Throws Error if it does not answer as a worker.
std::vector<Scenario> list_scenarios(const WorkerCommand& worker);

}  // namespace harness::drive
