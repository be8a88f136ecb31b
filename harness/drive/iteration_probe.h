// How long one iteration of a scenario takes, before anything about it is calibrated.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "harness/drive/plan.h"

namespace harness::drive {

// Of the variant that the trial names first: the shortest of a few batches of one iteration, in a worker of its own.
// Absent where that takes longer than `limit` or fails: measuring the trial will say why. Throws Interrupted.
std::optional<std::chrono::nanoseconds> time_of_iteration(const TrialPlan& trial, std::chrono::nanoseconds limit,
                                                          const std::atomic<bool>& interrupted);

}  // namespace harness::drive
