// The main function of a program of plain BENCHMARK()s: link it instead of benchmark_main, and the program is a worker
// as well, without a change to its sources.
//
// Google Benchmark keeps what is registered to itself. So the linker is told (--wrap, set by whoever depends on
// tandem_main) to lead the program's registrations through here, where each is noted and passed on.
#include <benchmark/benchmark.h>

#include <vector>

#include "harness/measure/benchmark_catalogue.h"
#include "harness/measure/worker_main.h"

namespace {

using benchmark::internal::Benchmark;

std::vector<Benchmark*>& families() {
  static std::vector<Benchmark*> registered;
  return registered;
}

// What benchmark_main does.
int stock_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

// The names that --wrap gives to benchmark::internal::RegisterBenchmarkInternal(Benchmark*) and to its substitute.
extern "C" Benchmark* __real__ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE(Benchmark* family);

extern "C" Benchmark* __wrap__ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE(Benchmark* family) {
  families().push_back(family);
  return __real__ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE(family);
}

int main(int argc, char** argv) {
  harness::measure::BenchmarkCatalogue catalogue(families());
  return harness::measure::worker_main(argc, argv, catalogue, stock_main);
}
