// Google Benchmark programs as they are, relinked with nothing: what they hold, how one of their benchmarks is run, what
// it wrote. Only the program's own answers count, so that any version will do; 1.5 to 1.9 are known to.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace harness::drive {

// Its benchmarks' unit of work.
inline constexpr const char* kIteration = "iteration";

struct BenchmarkProgram {
  std::string path;
  std::vector<std::string> benchmarks;  // each name once, in the program's order
  std::vector<std::string> repeated;    // of those, the names that several benchmarks share: they cannot be told apart
  std::string time_unit;                // after a number of --benchmark_min_time: "s", or nothing in older versions
};

// Asks the program. Throws Error if it cannot be started or does not answer as a Google Benchmark program, Interrupted.
BenchmarkProgram ask_benchmark_program(const std::string& path, std::chrono::nanoseconds timeout,
                                       const std::atomic<bool>& interrupted);

// The command line that runs one of its benchmarks for about `least_time` and writes the result to the file `output`.
std::vector<std::string> benchmark_command(const BenchmarkProgram& program, const std::string& benchmark,
                                           std::chrono::nanoseconds least_time, const std::string& output);

// What one process measured of one benchmark; repetitions of a benchmark's own are added up.
struct BenchmarkResult {
  double iterations = 0;
  double wall_time = 0;            // ns, of all iterations
  double cpu_time = 0;             // ns
  double items_per_iteration = 0;  // 0: the benchmark counts none

  bool operator==(const BenchmarkResult&) const = default;
};

// From the JSON of --benchmark_out. Throws Error with a sentence that goes on after the program's name: the benchmark
// was skipped, is not in it, what is there is no such JSON.
BenchmarkResult benchmark_result(const std::string& json, const std::string& benchmark);

// The same from a file, which is then emptied, so that no later run is credited with it.
BenchmarkResult read_benchmark_output(const std::string& path, const std::string& benchmark);

// Throws Error, worded as above, if an iteration of the one is not as much work as of the other.
void check_same_work(const BenchmarkResult& first, const BenchmarkResult& other);

}  // namespace harness::drive
