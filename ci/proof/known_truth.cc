// known_truth: work whose size is known exactly, to see what a tool makes of it. After does a known share more of the
// identical units than before, from the same code; nothing else differs, so the truth of every comparison is known.
//
//   known_truth --tandem_worker         a Tandem worker with the scenarios known/cpu+1.0%, known/memory+0.5%, ...
//   known_truth --benchmark_...         the same as a Google Benchmark program
//   known_truth command WORK UNITS      does the units once and ends, for tools that time whole commands
//
// A unit, by kind of work:
//   cpu     64 steps of mixing an integer, each in need of the one before it
//   cache   8 dependent loads from a random cycle over 256 KiB
//   memory  8 dependent loads from a random cycle over 64 MiB
//   alloc   the oldest of 4096 live blocks given back, another of a pseudo-random size taken
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/meters.h"
#include "harness/measure/registry.h"
#include "harness/measure/worker_main.h"

namespace {

using harness::Preset;
using harness::Role;
using harness::measure::Body;

class Cpu {
 public:
  std::uint64_t run(std::int64_t units) {
    for (std::int64_t step = 0; step < units * 64; ++step) {
      value_ ^= value_ >> 29;
      value_ *= 0xbf58476d1ce4e5b9U;
    }
    return value_;
  }

 private:
  std::uint64_t value_ = 1;
};

template <std::size_t kBytes>
class Loads {
 public:
  // One cycle through all cells whose order no prefetcher guesses: that of a linear congruential generator of full
  // period (Hull and Dobell: increment odd, multiplier 1 modulo 4). Cheap to write, since commands pay for it too.
  Loads() : next_(kCells) {
    for (std::size_t i = 0; i < kCells; ++i) next_[i] = static_cast<std::uint32_t>((i * 1'664'525 + 1'013'904'223) % kCells);
  }

  std::uint64_t run(std::int64_t units) {
    for (std::int64_t step = 0; step < units * 8; ++step) at_ = next_[at_];
    return at_;
  }

 private:
  static constexpr std::size_t kCells = kBytes / sizeof(std::uint32_t);  // a power of two
  std::vector<std::uint32_t> next_;
  std::uint32_t at_ = 0;
};

using Cache = Loads<std::size_t{256} << 10>;
using Memory = Loads<std::size_t{64} << 20>;

class Alloc {
 public:
  Alloc() : blocks_(4096) {}

  std::uint64_t run(std::int64_t units) {
    for (std::int64_t unit = 0; unit < units; ++unit) {
      state_ = state_ * 6364136223846793005U + 1442695040888963407U;
      const std::size_t size = 16 + (state_ >> 40) % 496;
      std::unique_ptr<char[]>& block = blocks_[(state_ >> 20) % blocks_.size()];
      block.reset();
      block = std::make_unique_for_overwrite<char[]>(size);
      block[0] = static_cast<char>(size);
    }
    return state_;
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::uint64_t state_ = 1;
};

constexpr std::int64_t kUnits = 1000;  // of before, per iteration; a tenth of a percent more is a whole unit

template <class Work>
harness::measure::MakeBody doing(std::int64_t units) {
  return [units](const harness::Parameters&) -> Body {
    auto work = std::make_shared<Work>();
    return [work, units](benchmark::State& state) {
      for (auto _ : harness::measure::metered(state)) benchmark::DoNotOptimize(work->run(units));
      state.SetItemsProcessed(state.iterations());
    };
  };
}

struct KnownChange {
  const char* text;
  std::int64_t extra_units;
};

constexpr KnownChange kChanges[] = {{"0.0", 0}, {"0.5", 5}, {"1.0", 10}, {"2.0", 20}, {"5.0", 50}};

template <class Work>
void register_known(const std::string& work) {
  for (const KnownChange& change : kChanges) {
    harness::measure::register_scenario(
        {.description = {.name = "known/" + work + "+" + change.text + "%",
                         .summary = "Identical units of work; after does a known share more of them.",
                         .unit_of_work = "iteration",
                         .variants = {{"before", Role::Before}, {"after", Role::After}},
                         .points = {{.parameters = {},
                                     .presets = {Preset::Smoke, Preset::Quick, Preset::Standard, Preset::Full}}}},
         .bodies = {doing<Work>(kUnits), doing<Work>(kUnits + change.extra_units)}});
  }
}

int run_once(std::string_view work, std::int64_t units) {
  std::uint64_t answer = 0;
  if (work == "cpu") {
    answer = Cpu().run(units);
  } else if (work == "cache") {
    answer = Cache().run(units);
  } else if (work == "memory") {
    answer = Memory().run(units);
  } else if (work == "alloc") {
    answer = Alloc().run(units);
  } else {
    std::fprintf(stderr, "known_truth: there is no work '%s'; there are cpu, cache, memory and alloc\n", work.data());
    return 2;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(answer));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "command") return run_once(argv[2], std::atoll(argv[3]));
  register_known<Cpu>("cpu");
  register_known<Cache>("cache");
  register_known<Memory>("memory");
  register_known<Alloc>("alloc");
  return harness::measure::worker_main(argc, argv);
}
