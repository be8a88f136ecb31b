// What to measure, and how thoroughly.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/drive/worker_command.h"
#include "harness/model/parameters.h"
#include "harness/model/scenario.h"

namespace harness::drive {

// One variant of a trial: which worker to start and what to open in it. In an A/A trial the same variant stands twice.
struct VariantPlan {
  WorkerCommand worker;
  Variant opened;    // the variant to open in the worker
  Variant labelled;  // how the trial names it, e.g. "std::unordered_set (again)"
  // A slowdown of known size: the worker runs so many times the iterations, while the batch is recorded with the
  // iterations and items of the others, as if the extra work were the variant's own slowness. The whole trial's
  // iterations are chosen so that the factor is met to a thousandth of the change; a trial whose iterations are too
  // long for that fails and says so.
  double work_factor = 1.0;
  std::string revision;  // of its source, where whoever built it knows; empty: what the worker says of itself
};

struct TrialPlan {
  Scenario scenario;
  Parameters parameters;
  std::vector<VariantPlan> variants;  // before first, at least two
  double effort = 1.0;                // share of the suite's launch_pair_time that this trial gets
  std::string refusal;                // why it must not be measured, as a sentence: the trial fails with it; empty: it may
};

struct SuitePlan {
  std::vector<TrialPlan> trials;
  std::uint64_t seed = 0;
  int launch_pairs = 8;                         // the most per trial
  std::chrono::nanoseconds batch_time{};        // what calibration aims at for the slowest variant
  std::chrono::nanoseconds launch_pair_time{};  // of batches, per launch pair and variant; decides the rounds
  int most_rounds = 16;
  std::chrono::nanoseconds batch_timeout{};   // then the worker is ended and the trial fails
  std::chrono::nanoseconds launch_timeout{};  // for the start of a worker, and again for its fixture
};

}  // namespace harness::drive
