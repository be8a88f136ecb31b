// What a scenario body leaves behind of one batch beside its times. It travels in the counters of its State, so there
// is no second channel, and the body needs nothing that a Google Benchmark function does not have.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/meters.h"
#include "harness/model/metric.h"

namespace harness::measure {

struct BodyReport {
  double items = 0;                                     // SetItemsProcessed, else the iterations
  std::uint64_t checksum = 0;                           // 0 if the body reported none
  std::optional<ResourceUsage> usage;                   // only of a loop over metered(state), in its first thread
  std::vector<std::pair<std::string, double>> metrics;  // those of the scenario that the body reported

  bool operator==(const BodyReport&) const = default;
};

void report_usage(benchmark::State& state, const ResourceUsage& usage);

// Reads what the body reported and takes out of the State's counters what is not for people. Call it in the thread of
// the body, after the body.
BodyReport take_report(benchmark::State& state, const std::vector<Metric>& metrics);

}  // namespace harness::measure
