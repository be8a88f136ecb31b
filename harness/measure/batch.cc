#include "harness/measure/batch.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/model/error.h"

namespace harness::measure {
namespace {

class BatchReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }  // not printed, so no warning of a debug library

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration) run_ = run;
    }
  }

  [[nodiscard]] const std::optional<Run>& run() const { return run_; }

 private:
  std::optional<Run> run_;
};

// Google Benchmark gives seconds as sums of doubles; a thousandth of a nanosecond is far below any clock and leaves
// whole nanoseconds whole.
double nanoseconds(double seconds) { return std::round(seconds * 1e12) / 1e3; }

}  // namespace

void prepare_batches() {
  std::vector<std::string> arguments = {"worker",
                                        "--benchmark_repetitions=1",
                                        "--benchmark_min_warmup_time=0",
                                        "--benchmark_enable_random_interleaving=false",
                                        "--benchmark_list_tests=false",
                                        "--benchmark_out=",
                                        "--benchmark_perf_counters=",
                                        "--v=0"};
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
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
  // Exactly what POSIX extended expressions call special: more is an error in one library ("\]") or has a meaning of its
  // own in another ("\<").
  constexpr std::string_view kSpecial = R"(.[\()*+?{|^$)";
  std::string filter = "^";
  for (const char byte : name) {
    if (kSpecial.find(byte) != std::string_view::npos) filter += '\\';
    filter += byte;
  }
  return filter + "$";
}

}  // namespace harness::measure
