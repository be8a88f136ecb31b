// The metrics of a run of a command and its values of them, in the same order.
#pragma once

#include <vector>

#include "harness/drive/benchmark_program.h"
#include "harness/drive/command.h"
#include "harness/drive/command_run.h"

namespace harness::drive {

// Of a whole process, as command_metrics(): wall_time (not in a duet), cpu_time, user_time, system_time, switches,
// faults, max_rss.
std::vector<double> command_values(CommandDesign design, const CommandRun& run);

// Of a Google Benchmark: its own two clocks (in a duet, cpu_time alone), and the switches of the whole process, which
// tell whether it was preempted or waited.
std::vector<Metric> benchmark_metrics(CommandDesign design);
std::vector<double> benchmark_values(CommandDesign design, const BenchmarkResult& result, const CommandRun& run);

}  // namespace harness::drive
