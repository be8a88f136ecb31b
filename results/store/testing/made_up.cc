#include "results/store/testing/made_up.h"

#include <limits>

namespace results::store {

using harness::Direction;
using harness::Role;

harness::Run made_up_run(const std::string& id) {
  return {.id = id,
          .kind = harness::RunKind::Nightly,
          .started_at = "2026-11-30T02:00:00Z",
          .seed = 0xFFFFFFFFFFFFFFF1,  // beyond what a signed integer holds
          .state = harness::RunState::Running,
          .preset = "quick",
          .harness_version = "0.1.0",
          .command_line = "tandem run --preset quick 'client/*'",
          .notes = {"what the run knew when it began"},
          .settings = "store = \"night.db\"  # tandem.toml:1\n"};
}

harness::Machine made_up_machine() {
  return {.fingerprint = "0123456789abcdef",
          .cpu_model = "Example CPU 3000",
          .cores = 2,
          .memory_bytes = 24696061952,
          .kernel = "Linux 6.1.0",
          .hypervisor = "kvm",
          .clock_source = "tsc",
          .governor = "performance",
          .notes = {"the load average was 1.5", "swap is on"}};
}

harness::Trial made_up_header(const std::string& scenario) {
  harness::Trial trial{.scenario = scenario,
                       .parameters = {{"ops", std::int64_t{33289}}, {"order", "sorted"}},
                       .unit_of_work = "op",
                       .threads = 3,
                       .iterations = 4096};
  trial.variants.resize(2);
  trial.variants[0].variant = {"std::list", Role::Before};
  trial.variants[0].build = {"engine_bench", "1f2e3d4", "g++ 12.2.0", "release -O3", "glibc 2.36", "aa11"};
  trial.variants[1].variant = {"std::deque", Role::After};
  trial.variants[1].build = {"engine_bench", "1f2e3d4-dirty", "g++ 12.2.0", "release -O3", "jemalloc 5.3.0", "bb22"};
  trial.metrics = {{"wall_time", "ns", Direction::LowerIsBetter},
                   {"cpu_time", "ns", Direction::LowerIsBetter},
                   {"throughput", "bytes", Direction::HigherIsBetter}};
  trial.reported = harness::Reported{"a mail", "loadgen time total", 1.278, "10 samples, another machine"};
  return trial;
}

harness::LaunchPair made_up_launch_pair(int index) {
  harness::LaunchPair launch_pair{
      .index = index, .seed = 0x9E3779B97F4A7C15 * (index + 1), .elapsed_ns = 1.25e9 + index};
  for (int round = -1; round < 2; ++round) {
    for (int slot = 0; slot < 2; ++slot) {
      const int variant = (slot + round + index + 1) % 2;
      const double wall = 1e6 / 3 + 1000.125 * round + slot;  // no short decimal: must come back to the last bit
      launch_pair.batches.push_back({variant,
                                     round,
                                     slot,
                                     1e3 * round + slot,
                                     4096,
                                     33289,
                                     {wall, wall / 7, std::numeric_limits<double>::quiet_NaN()}});
    }
  }
  return launch_pair;
}

harness::Failure made_up_failure() {
  return {harness::Stage::Run, "std::deque", "the worker ended with signal 11",
          "queue.h:12: assertion failed\nAborted"};
}

harness::Comparison made_up_comparison(const harness::Trial& trial, harness::Verdict verdict) {
  return {.scenario = trial.scenario,
          .parameters = trial.parameters,
          .before = trial.variants.at(0),
          .after = trial.variants.at(1),
          .unit_of_work = trial.unit_of_work,
          .metric = {"cpu_time", "ns/op", Direction::LowerIsBetter},
          .launch_pairs = 2,
          .estimates = {{100.1, 80.2, 101.3, 81.4, 0.2216}, {100.5, 80.6, 101.7, 81.8, 0.2207}},
          .before_median = 100.3,
          .after_median = 80.4,
          .before_mean = 101.5,
          .after_mean = 81.6,
          .median = harness::Speedup{1.2475, harness::Interval{1.2, 1.3}},
          .mean = harness::Speedup{1.2438, harness::Interval{1.19, 1.31}},
          .decision = harness::Speedup{1.2470, harness::Interval{1.21, 1.29}},
          .other_metric = harness::MetricSpeedup{{"wall_time", "ns/op", Direction::LowerIsBetter},
                                                 {1.1, harness::Interval{0.9, 1.4}}},
          .confidence = 0.99,
          .tolerance = 0.02,
          .noise_floor = 0.006,
          .minimum_detectable_effect = 0.018,
          .launch_pairs_needed = 40,
          .verdict = verdict,
          .rule = "hodges-lehmann/1",
          .reported = trial.reported,
          .failure = made_up_failure(),
          .warnings = {"only two launch pairs"}};
}

}  // namespace results::store
