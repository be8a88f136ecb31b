// What a calibration measures: every scenario against its own copy and against itself slowed by known amounts.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/drive/canary.h"
#include "harness/drive/plan.h"

namespace cli {

// Known slowdowns, as work factors.
inline constexpr double kSlowdowns[] = {1.005, 1.01, 1.02, 1.05};

// One trial per trial of `suite`: its before variant, a copy, and as many of the slowdowns, the largest first, as its
// iterations are short enough for. `copies` holds the copied files.
harness::drive::SuitePlan calibration_plan(const harness::drive::SuitePlan& suite,
                                           std::vector<std::unique_ptr<harness::drive::WorkerCopy>>& copies,
                                           const std::atomic<bool>& interrupted);

// How long one verdict of each trial takes, about: batches, and what stands around them.
std::chrono::nanoseconds repeat_time(const harness::drive::SuitePlan& plan, int launch_pairs);

// The plan within the budget: fewer repeats, and where not even one fits, fewer trials. Returns the repeats.
int fit(harness::drive::SuitePlan& plan, int launch_pairs, int repeats, std::optional<std::chrono::nanoseconds> budget);

}  // namespace cli
