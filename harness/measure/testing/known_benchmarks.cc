// Plain Google Benchmarks of known work, built in two editions: KNOWN_WORK is how much work an iteration does, the
// second edition does twice as much, and EDITION is a benchmark that only one of them has.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>

namespace {

void work(std::uint64_t& state) {
  for (int i = 0; i < 100 * KNOWN_WORK; ++i) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
  }
}

void BM_work(benchmark::State& state) {
  std::uint64_t value = 1;
  for (auto _ : state) work(value);
  benchmark::DoNotOptimize(value);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_work)->Arg(1);

void BM_same(benchmark::State& state) {
  std::uint64_t value = 1;
  for (auto _ : state) {
    for (int i = 0; i < 100; ++i) value ^= value << 13U;
    benchmark::DoNotOptimize(value);
  }
}
BENCHMARK(BM_same);

void BM_by_real_time(benchmark::State& state) {
  std::uint64_t value = 1;
  for (auto _ : state) work(value);
  benchmark::DoNotOptimize(value);
}
BENCHMARK(BM_by_real_time)->UseRealTime();

void BM_different_work(benchmark::State& state) {
  std::uint64_t value = 1;
  for (auto _ : state) work(value);
  benchmark::DoNotOptimize(value);
  state.SetItemsProcessed(state.iterations() * KNOWN_WORK);
}
BENCHMARK(BM_different_work);

void BM_skips(benchmark::State& state) { state.SkipWithError("this machine has no such device"); }
BENCHMARK(BM_skips);

void BM_twice(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(BM_twice);
BENCHMARK(BM_twice);
BENCHMARK(BM_twice)->Name("BM_only_in_" EDITION);

}  // namespace
