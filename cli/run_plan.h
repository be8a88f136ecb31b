// From what was asked to what is measured: scenarios at their parameter points, and how long for each preset.
#pragma once

#include <vector>

#include "cli/options.h"
#include "harness/drive/suite.h"
#include "harness/stats/suite_rule.h"

namespace cli {

// One trial per parameter point of the preset. Throws UsageError when nothing is left to measure.
harness::drive::SuitePlan plan_run(const RunOptions& options, const harness::drive::WorkerCommand& worker,
                                   const std::vector<harness::Scenario>& scenarios, std::uint64_t seed);

// How thoroughly a preset measures, without a trial yet.
harness::drive::SuitePlan suite_plan(harness::Preset preset, std::uint64_t seed);

// The looks of a sequential rule of at most so many launch pairs; none where one look at the end is all there is.
std::vector<int> looks_up_to(int launch_pairs);

// How its trials are judged, and when one of them needs no more launch pairs: declared before the first is measured.
harness::stats::SuiteRule plan_rule(const RunOptions& options, int launch_pairs);

}  // namespace cli
