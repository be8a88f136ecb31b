// One batch through Google Benchmark itself, with nothing printed.
#pragma once

#include <cstdint>
#include <string>

namespace harness::measure {

// Totals over the iterations of one batch as Google Benchmark measured them: PauseTiming and manual time count as they
// do there.
struct BatchTimes {
  double iterations = 0;  // of all threads
  double wall_ns = 0;
  double cpu_ns = 0;
};

// To be called once, before the first batch: makes Google Benchmark deaf to BENCHMARK_... environment variables, which
// may ask for repetitions or output files.
void prepare_batches();

// Runs the one registered benchmark that `filter`, a regular expression over full names, finds. Its iteration count and
// a repetition count of 1 are set already. Throws Error with the benchmark's message if it skipped itself, or if the
// filter finds none.
BatchTimes run_batch(const std::string& filter);

// A filter that finds the benchmark of this name and no other.
std::string exact_filter(const std::string& name);

}  // namespace harness::measure
