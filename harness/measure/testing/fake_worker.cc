// A worker of known speed and known misbehaviour, for black-box tests of whatever drives workers.
//
//   fake_worker [PATTERN...]         offers the scenarios that match a pattern, without one all
//   fake_worker --greet TEXT         says TEXT instead of a greeting and then nothing more
//   fake_worker --die TEXT           says TEXT on stderr and exits with status 3 instead of greeting
//
// Every scenario does real CPU work, about 1 us an iteration, so that calibration has something to calibrate. In the
// scenarios that fail it is the after variant that fails. Nothing is random.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "harness/measure/meters.h"
#include "harness/measure/registry.h"
#include "harness/measure/worker_main.h"
#include "harness/model/glob.h"

namespace harness::measure {
namespace {

constexpr std::int64_t kUnits = 50;                 // per iteration; a unit is about 20 ns
constexpr std::int64_t kThreadUnits = 20 * kUnits;  // so that starting a thread is not most of it
constexpr int kStepsPerUnit = 16;                   // of a multiplication that waits for the one before it
constexpr int kDieStatus = 3;

// Work whose time is proportional to `units`: each step needs the result of the last.
[[gnu::noinline]] std::uint64_t do_units(std::int64_t units, std::uint64_t value) {
  for (std::int64_t step = 0; step < units * kStepsPerUnit; ++step) {
    value = value * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX generator
  }
  return value;
}

void spin(benchmark::State& state, std::int64_t units) {
  std::uint64_t value = 1;
  for (auto _ : metered(state)) benchmark::DoNotOptimize(value = do_units(units, value));
}

// The answer of a batch: the same for every variant that is not meant to be wrong, however many units it does.
std::uint64_t answer(const benchmark::State& state) {
  return do_units(1, static_cast<std::uint64_t>(state.iterations()));
}

MakeBody spins(std::int64_t units) {
  return [units](const Parameters&) -> Body {
    return [units](benchmark::State& state) {
      spin(state, units);
      report_checksum(state, answer(state));
    };
  };
}

// Units that depend on how many batches this launch has run: `units_of_batch(0)` for the first.
template <class UnitsOfBatch>
MakeBody spins_by_batch(UnitsOfBatch units_of_batch) {
  return [units_of_batch](const Parameters&) -> Body {
    return [units_of_batch, batch = std::make_shared<std::int64_t>(0)](benchmark::State& state) {
      spin(state, units_of_batch((*batch)++));
      report_checksum(state, answer(state));
    };
  };
}

// Every seventh batch takes three times as long: the median of batches does not see it, the mean does.
std::int64_t with_tail(std::int64_t batch) { return batch % 7 == 6 ? 3 * kUnits : kUnits; }

// Each batch takes 1 % of the first longer than the one before, in both variants alike.
std::int64_t with_drift(std::int64_t batch) { return kUnits + batch * kUnits / 100; }

MakeBody spins_as_told() {
  return [](const Parameters& parameters) -> Body {
    const std::int64_t units = parameters.integer("units");
    return [units](benchmark::State& state) {
      spin(state, units);
      state.SetItemsProcessed(state.iterations() * units);
      report_checksum(state, answer(state));
    };
  };
}

MakeBody spins_in_two_threads() {
  return [](const Parameters&) -> Body {
    return [](benchmark::State& state) {
      std::uint64_t value = 1;
      for (auto _ : metered(state)) {
        std::jthread other([value] { benchmark::DoNotOptimize(do_units(kThreadUnits, value)); });
        benchmark::DoNotOptimize(value = do_units(kThreadUnits, value + 1));
      }
      report_checksum(state, answer(state));
    };
  };
}

MakeBody allocates(std::int64_t per_iteration) {
  return [per_iteration](const Parameters&) -> Body {
    return [per_iteration](benchmark::State& state) {
      spin(state, kUnits);
      report_metric(state, "allocations", static_cast<double>(state.iterations() * per_iteration));
      report_checksum(state, answer(state));
    };
  };
}

MakeBody answers_wrongly() {
  return [](const Parameters&) -> Body {
    return [](benchmark::State& state) {
      spin(state, kUnits);
      report_checksum(state, ~answer(state));
    };
  };
}

MakeBody skips_with_error() {
  return [](const Parameters&) -> Body {
    return [](benchmark::State& state) { state.SkipWithError("the queue lost an element"); };
  };
}

[[noreturn]] void crash() {
  std::cerr << "fake_worker: first line before the crash\nfake_worker: last line before the crash\n";
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
  _exit(kDieStatus);  // not reached
}

[[noreturn]] void hang() {
  std::cerr << "fake_worker: waiting for what never comes\n";
  for (;;) pause();
}

// `misbehave` runs once the driver waits for the answer to `open`, or to `run`.
template <class Misbehave>
MakeBody on_open(Misbehave misbehave) {
  return [misbehave](const Parameters& parameters) -> Body {
    misbehave();
    return spins(kUnits)(parameters);
  };
}

template <class Misbehave>
MakeBody on_run(Misbehave misbehave) {
  return [misbehave](const Parameters& parameters) -> Body {
    return [misbehave, body = spins(kUnits)(parameters)](benchmark::State& state) {
      misbehave();
      body(state);
    };
  };
}

void write_big_stderr() {
  constexpr int kLines = 20000;  // 1.1 MB, many times what a pipe holds
  for (int i = 0; i < kLines; ++i) std::cerr << "fake_worker: one line of very many, number " << i << " of them\n";
}

RegisteredScenario scenario(std::string name, std::string summary, MakeBody after) {
  return {.description = {.name = std::move(name),
                          .summary = std::move(summary),
                          .unit_of_work = "op",
                          .variants = {{"steady", Role::Before}, {"changed", Role::After}},
                          .points = {{{}, {Preset::Smoke, Preset::Quick, Preset::Standard, Preset::Full}}}},
          .bodies = {spins(kUnits), std::move(after)}};
}

std::vector<RegisteredScenario> steady_scenarios() {
  std::vector<RegisteredScenario> scenarios = {
      scenario("fake/equal", "Both variants do the same.", spins(kUnits)),
      scenario("fake/slower_2", "After does 2 % more.", spins(kUnits * 102 / 100)),
      scenario("fake/slower_10", "After does 10 % more.", spins(kUnits * 110 / 100)),
      scenario("fake/faster_20", "After does 20 % less: a speedup of 1.25.", spins(kUnits * 80 / 100)),
      scenario("fake/<img src=x onerror=alert(1)>", "Its <b>name</b> reads like markup & more.", spins(kUnits))};
  scenarios[3].description.reported = {"a <source>", "time total", 1.25, "as built"};
  return scenarios;
}

RegisteredScenario tail_scenario() {
  return scenario("fake/tail", "Every seventh batch of after takes three times as long.", spins_by_batch(with_tail));
}

RegisteredScenario drift_scenario() {
  RegisteredScenario drift = scenario("fake/drift", "Both get slower from batch to batch.", spins_by_batch(with_drift));
  drift.bodies.front() = spins_by_batch(with_drift);
  return drift;
}

RegisteredScenario points_scenario() {
  const std::vector<Preset> all = {Preset::Smoke, Preset::Quick, Preset::Standard, Preset::Full};
  RegisteredScenario points = scenario("fake/points", "Two parameter points, equal variants.", spins_as_told());
  points.bodies.front() = spins_as_told();
  points.description.points = {{{{"units", std::int64_t{50}}, {"order", std::string("sorted")}}, all},
                               {{{"units", std::int64_t{100}}, {"order", std::string("shuffled")}}, {Preset::Full}}};
  return points;
}

RegisteredScenario threads_scenario() {
  RegisteredScenario threads = scenario("fake/threads", "Two threads at once.", spins_in_two_threads());
  threads.bodies.front() = spins_in_two_threads();
  threads.description.threads = 2;
  return threads;
}

RegisteredScenario metric_scenario() {
  RegisteredScenario metric = scenario("fake/metric", "After allocates half as often, in the same time.", allocates(5));
  metric.bodies.front() = allocates(10);
  metric.description.metric = "allocations";
  metric.description.metrics = {{"allocations", "count", Direction::LowerIsBetter}};
  return metric;
}

std::vector<RegisteredScenario> failing_scenarios(int answers) {
  return {scenario("fake/crash_on_open", "After dies while it opens.", on_open(crash)),
          scenario("fake/crash_on_run", "After dies in a batch.", on_run(crash)),
          scenario("fake/exit_on_run", "After exits with status 0 in a batch.", on_run([] { _exit(0); })),
          scenario("fake/hang_on_open", "After never opens.", on_open(hang)),
          scenario("fake/hang_on_run", "After never ends its batch.", on_run(hang)),
          scenario("fake/garbage", "After prints what is no sample.", on_run([answers] {
                     constexpr std::string_view kGarbage = "BM_changed/8    12.5 ns    12.4 ns\n";
                     if (write(answers, kGarbage.data(), kGarbage.size()) < 0) _exit(kDieStatus);
                   })),
          scenario("fake/wrong_answer", "The variants disagree on the answer.", answers_wrongly()),
          scenario("fake/error", "After says that it cannot run.", skips_with_error()),
          scenario("fake/error_on_open", "After says that it cannot open.",
                   on_open([] { throw std::runtime_error("the fixture needs a file that is not there"); })),
          scenario("fake/big_stderr", "After writes a megabyte to stderr and is fine.", on_open(write_big_stderr))};
}

bool wanted(const RegisteredScenario& scenario, std::span<char*> patterns) {
  bool any_pattern = false;
  for (const std::string_view pattern : patterns) {
    if (pattern.starts_with("--")) continue;
    any_pattern = true;
    if (matches_glob(pattern, scenario.description.name)) return true;
  }
  return !any_pattern;
}

void register_wanted(std::span<char*> patterns, int answers) {
  std::vector<RegisteredScenario> all = steady_scenarios();
  for (auto& one : {tail_scenario(), drift_scenario(), points_scenario(), threads_scenario(), metric_scenario()}) {
    all.push_back(one);
  }
  for (auto& one : failing_scenarios(answers)) all.push_back(one);
  for (auto& one : all) {
    if (wanted(one, patterns)) register_scenario(one);
  }
}

int greet_and_wait(std::string_view greeting) {
  std::cout << greeting << std::endl;
  for (std::string ignored; std::getline(std::cin, ignored);) {
  }
  return 0;
}

int die(std::string_view last_words) {
  std::cerr << last_words << std::endl;
  return kDieStatus;
}

}  // namespace
}  // namespace harness::measure

int main(int argc, char** argv) {
  using namespace harness::measure;
  const std::span<char*> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--greet") return greet_and_wait(arguments[i + 1]);
    if (argument == "--die") return die(arguments[i + 1]);
  }
  register_wanted(arguments, dup(STDOUT_FILENO));  // before the worker takes stdout for the protocol
  std::vector<char*> flags = {argv[0]};            // without the patterns, which are nothing to Google Benchmark
  std::ranges::copy_if(arguments, std::back_inserter(flags), [](std::string_view a) { return a.starts_with("--"); });
  return worker_main(static_cast<int>(flags.size()), flags.data());
}
