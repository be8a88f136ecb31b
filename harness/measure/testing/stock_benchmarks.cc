// Plain Google Benchmark code of every kind, which knows nothing of this project.
#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

static void BM_sum(benchmark::State& state) {
  std::vector<int> numbers(static_cast<std::size_t>(state.range(0)), 1);
  for (auto _ : state) benchmark::DoNotOptimize(std::accumulate(numbers.begin(), numbers.end(), 0));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_sum)->Arg(8)->Range(64, 4096)->Unit(benchmark::kMicrosecond);

static void BM_two_arguments(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(state.range(0) * state.range(1));
}
BENCHMARK(BM_two_arguments)->ArgNames({"rows", ""})->ArgsProduct({{1, 2}, {-3}});

static void BM_threads(benchmark::State& state) {
  static std::atomic<int> shared{0};
  for (auto _ : state) shared.fetch_add(1);
}
BENCHMARK(BM_threads)->Threads(1)->Threads(2)->UseRealTime();

class Numbers : public benchmark::Fixture {
 public:
  void SetUp(const benchmark::State& state) override { numbers_.assign(static_cast<std::size_t>(state.range(0)), 1); }
  void TearDown(const benchmark::State&) override { numbers_.clear(); }

 protected:
  std::vector<int> numbers_;
};
BENCHMARK_DEFINE_F(Numbers, Sum)(benchmark::State& state) {
  if (numbers_.empty()) state.SkipWithError("SetUp did not run");
  for (auto _ : state) benchmark::DoNotOptimize(std::accumulate(numbers_.begin(), numbers_.end(), 0));
}
BENCHMARK_REGISTER_F(Numbers, Sum)->Arg(100);

template <class Number>
static void BM_template(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Number{1} + Number{2});
}
BENCHMARK_TEMPLATE(BM_template, unsigned long);

static void BM_capture(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(text.size());
}
BENCHMARK_CAPTURE(BM_capture, long_text, std::string(1000, 'x'));

static void BM_manual(benchmark::State& state) {
  for (auto _ : state) state.SetIterationTime(0.25);  // seconds, whatever the clock says
}
BENCHMARK(BM_manual)->UseManualTime();

static void BM_paused(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    state.ResumeTiming();
  }
}
BENCHMARK(BM_paused);

static void BM_skips(benchmark::State& state) { state.SkipWithError("this machine has no such device"); }
BENCHMARK(BM_skips);

static void BM_throws(benchmark::State&) { throw std::runtime_error("the benchmark threw"); }
BENCHMARK(BM_throws);

static void BM_prints(benchmark::State& state) {
  for (auto _ : state) std::puts("sample 1 items=1 checksum=0");
}
BENCHMARK(BM_prints);

// Everything that fixes how long a benchmark runs.
static void BM_counts(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(BM_counts)->Name("BM_min_time")->MinTime(3600);
BENCHMARK(BM_counts)->Name("BM_warm_up")->MinWarmUpTime(3600);
BENCHMARK(BM_counts)->Name("BM_min_time_and_warm_up")->MinTime(3600)->MinWarmUpTime(3600);
BENCHMARK(BM_counts)->Name("BM_iterations")->Iterations(1'000'000'000'000);
BENCHMARK(BM_counts)->Name("BM_repetitions")->Repetitions(1000)->ReportAggregatesOnly();
BENCHMARK(BM_counts)->Name("BM_process_time")->MeasureProcessCPUTime();

static void BM_complexity(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_complexity)->RangeMultiplier(2)->Range(8, 32)->Complexity(benchmark::oN);

static void BM_twice(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(BM_twice);
BENCHMARK(BM_twice);

static const auto* const registered_at_run_time =
    benchmark::RegisterBenchmark("lambda/with \"any\" name (1+1)", [](benchmark::State& state) {
      for (auto _ : state) benchmark::ClobberMemory();
    });
