// What the kernel counts of a process, counted exactly around a scenario's loop:
//
//   for (auto _ : metered(state)) engine.append();
//
// Wall and CPU time stay with Google Benchmark, so PauseTiming, manual time and the like keep their meaning.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>

namespace harness::measure {

// Counts of the whole process, all threads, since it started; or the difference of two such counts.
struct ResourceUsage {
  std::int64_t involuntary_switches = 0;  // preemptions
  std::int64_t voluntary_switches = 0;    // blocking waits
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;

  friend ResourceUsage operator-(const ResourceUsage& later, const ResourceUsage& earlier) {
    return {later.involuntary_switches - earlier.involuntary_switches,
            later.voluntary_switches - earlier.voluntary_switches, later.minor_faults - earlier.minor_faults,
            later.major_faults - earlier.major_faults};
  }
  bool operator==(const ResourceUsage&) const = default;
};

ResourceUsage resource_usage();  // one getrusage

// The range that metered() gives to a loop. It meters in the first thread only: the counts are the process's.
class MeteredLoop {
 public:
  explicit MeteredLoop(benchmark::State& state) : state_(state) {}
  MeteredLoop(const MeteredLoop&) = delete;
  MeteredLoop& operator=(const MeteredLoop&) = delete;

  // Google Benchmark's iterator, which also stops the meters when the loop ends. In the loop it costs nothing more.
  class Iterator {
   public:
    BENCHMARK_ALWAYS_INLINE Iterator(benchmark::State::StateIterator position, MeteredLoop& loop)
        : position_(position), loop_(loop) {}

    BENCHMARK_ALWAYS_INLINE auto operator*() const { return *position_; }
    BENCHMARK_ALWAYS_INLINE Iterator& operator++() {
      ++position_;
      return *this;
    }
    BENCHMARK_ALWAYS_INLINE bool operator!=(const Iterator& end) const {
      if (BENCHMARK_BUILTIN_EXPECT(position_ != end.position_, true)) return true;
      loop_.stop();
      return false;
    }

   private:
    benchmark::State::StateIterator position_;
    MeteredLoop& loop_;
  };

  Iterator begin() { return {state_.begin(), *this}; }

  // A range loop asks for its end once, after its begin: here Google Benchmark starts its timer, so here the meters
  // start too, just outside of it.
  Iterator end() {
    start();
    return {state_.end(), *this};
  }

 private:
  void start();
  void stop();

  benchmark::State& state_;
  ResourceUsage started_;
};

inline MeteredLoop metered(benchmark::State& state) { return MeteredLoop(state); }

}  // namespace harness::measure
