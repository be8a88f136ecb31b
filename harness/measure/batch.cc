#include "harness/measure/batch.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "harness/model/error.h"
#include "harness/model/metric.h"

namespace harness::measure {
namespace {

// Keeps the one run and what would have been printed.
class BatchReporter : public benchmark::BenchmarkReporter {
 public:
  BatchReporter() {
    SetOutputStream(&printed_);
    SetErrorStream(&complaints_);
  }

  bool ReportContext(const Context&) override { return true; }  // not printed, so no warning of a debug library

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration) run_ = run;
    }
  }

  [[nodiscard]] const std::optional<Run>& run() const { return run_; }
  [[nodiscard]] std::string printed() const { return printed_.str(); }

 private:
  std::ostringstream printed_;
  std::ostringstream complaints_;
  std::optional<Run> run_;
};

// The only way to its flags that Google Benchmark offers is a command line.
void set_flags(std::vector<std::string> flags) {
  flags.insert(flags.begin(), "worker");
  std::vector<char*> pointers;
  for (std::string& flag : flags) pointers.push_back(flag.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
}

// Google Benchmark gives seconds as sums of doubles; a thousandth of a nanosecond is far below any clock and leaves
// whole nanoseconds whole.
double nanoseconds(double seconds) { return std::round(seconds * 1e12) / 1e3; }

}  // namespace

std::vector<std::pair<std::string, double>> common_values(const BatchTimes& times, const ResourceUsage& usage) {
  const auto count = [](std::string_view name, std::int64_t value) {
    return std::pair(std::string(name), static_cast<double>(value));
  };
  return {{std::string(kWallTime), times.wall_ns},
          {std::string(kCpuTime), times.cpu_ns},
          count(kInvoluntarySwitches, usage.involuntary_switches),
          count(kVoluntarySwitches, usage.voluntary_switches),
          count(kMinorFaults, usage.minor_faults),
          count(kMajorFaults, usage.major_faults)};
}

void prepare_batches() {
  set_flags({"--benchmark_repetitions=1", "--benchmark_min_warmup_time=0",
             "--benchmark_enable_random_interleaving=false", "--benchmark_list_tests=false",
             "--benchmark_out=", "--benchmark_perf_counters=", "--v=0"});
}

std::vector<std::string> list_benchmarks() {
  BatchReporter reporter;
  set_flags({"--benchmark_list_tests=true"});
  benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  set_flags({"--benchmark_list_tests=false"});
  std::vector<std::string> names;
  std::istringstream printed(reporter.printed());
  for (std::string name; std::getline(printed, name);) names.push_back(name);
  return names;
}

BatchTimes run_batch(const std::string& filter) {
  BatchReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, filter);
  if (!reporter.run()) throw Error("Google Benchmark finds no benchmark for the filter '" + filter + "'");
  const auto& run = *reporter.run();
  if (run.error_occurred) throw Error(run.error_message);
  return {.iterations = static_cast<double>(run.iterations),
          .wall_ns = nanoseconds(run.real_accumulated_time),
          .cpu_ns = nanoseconds(run.cpu_accumulated_time)};
}

std::string exact_filter(const std::string& name) {
  // Exactly what POSIX extended expressions call special: more is an error in one library ("\]") or has a meaning of
  // its own in another ("\<").
  constexpr std::string_view kSpecial = R"(.[\()*+?{|^$)";
  std::string filter = "^";
  for (const char byte : name) {
    if (kSpecial.find(byte) != std::string_view::npos) filter += '\\';
    filter += byte;
  }
  return filter + "$";
}

}  // namespace harness::measure
