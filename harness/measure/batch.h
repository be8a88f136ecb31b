// One batch through Google Benchmark itself, with nothing printed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/meters.h"

namespace harness::measure {

// Totals over the iterations of one batch as Google Benchmark measured them: PauseTiming and manual time count as they
// do there.
struct BatchTimes {
  double iterations = 0;  // of all threads
  double wall_ns = 0;
  double cpu_ns = 0;
};

// What every worker reports of a batch, as a sample carries it: wall_time, cpu_time, then the counts.
std::vector<std::pair<std::string, double>> common_values(const BatchTimes& times, const ResourceUsage& usage);

// To be called once, before the first batch: makes Google Benchmark deaf to BENCHMARK_... environment variables, which
// may ask for repetitions or output files.
void prepare_batches();

// The full names of all registered benchmarks, in the order of registration.
std::vector<std::string> list_benchmarks();

// Runs the one registered benchmark that `filter`, a regular expression over full names, finds. Its iteration count and
// a repetition count of 1 are set already. Throws Error with the benchmark's message if it skipped itself, or if the
// filter finds none.
//
// Beyond its body a batch takes about 15 us of CPU time, outside of the timed loop; with the way to a driver and back
// it is 36 us. Measured with a body of 1 us on 2 busy cores: 20 000 requests `run 1` after `open fake/equal steady`
// took 282 to 353 ms under `perf stat -e task-clock fake_worker --tandem_worker fake/equal < requests`.
BatchTimes run_batch(const std::string& filter);

// A filter that finds the benchmark of this name and no other.
std::string exact_filter(const std::string& name);

}  // namespace harness::measure
