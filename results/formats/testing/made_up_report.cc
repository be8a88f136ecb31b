#include "results/formats/testing/made_up_report.h"

#include <limits>

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Direction;
using harness::Interval;
using harness::Parameters;
using harness::Role;
using harness::Speedup;
using harness::Verdict;

harness::Build build() { return {"engine_bench", "1234abc-dirty", "g++ 12.2.0", "release -O3", "glibc 2.36", "00ff"}; }

Comparison comparison(const std::string& scenario, Parameters parameters, const std::string& before,
                      const std::string& after, Verdict verdict) {
  Comparison c;
  c.scenario = scenario;
  c.parameters = std::move(parameters);
  c.before.variant = {before, Role::Before};
  c.after.variant = {after, Role::After};
  c.before.build = c.after.build = build();
  c.unit_of_work = "op";
  c.metric = {"cpu_time", "ns/op", Direction::LowerIsBetter};
  c.launch_pairs = 8;
  c.verdict = verdict;
  c.rule = "example/1";
  return c;
}

// Figures that belong together: times of `before` and `speedup`, intervals of `width` on either side.
void measured(Comparison& c, double before, double speedup, double width) {
  c.before_median = before;
  c.after_median = before / speedup;
  c.before_mean = before * 1.01;
  c.after_mean = before * 1.01 / (speedup * 0.99);
  c.median = Speedup{speedup, Interval{speedup - width, speedup + width}};
  c.mean = Speedup{speedup * 0.99, Interval{speedup * 0.99 - width, speedup * 0.99 + width}};
  c.decision = Speedup{speedup, Interval{speedup - width / 2, speedup + width / 2}};
  c.estimates = {{before, before / speedup, before, before / speedup, 0.25}};
}

Comparison improved() {
  Comparison c = comparison("example/set", {{"ops", std::int64_t{1000}}}, "std::set", "flat set", Verdict::Improved);
  measured(c, 400, 1.25, 0.02);
  c.reported = harness::Reported{"Example Engine 0123456", "load time total", 1.3,
                                 "10 samples before and after, medians; that machine had 24 cores and real disks",
                                 "", "its load generator did more than this scenario does"};
  c.other_metric = harness::MetricSpeedup{{"wall_time", "ns/op", Direction::LowerIsBetter}, {1.2, Interval{1.1, 1.3}}};
  return c;
}

Comparison regressed() {
  Comparison c =
      comparison("example/set", {{"ops", std::int64_t{1000000}}}, "std::set", "flat set", Verdict::Regressed);
  measured(c, 1500, 0.8, 0.01);
  c.reported = improved().reported;
  return c;
}

Comparison beyond() {
  Comparison c =
      comparison("example/set", {{"ops", std::int64_t{1000}}}, "std::set", "sorted vector", Verdict::Improved);
  measured(c, 400, 12.5, 0.5);
  c.after.variant.role = Role::Beyond;
  return c;
}

Comparison unchanged() {
  Comparison c = comparison("example/queue", {{"readers", std::int64_t{4}}, {"writers", std::int64_t{4}}},
                            "signal inside", "signal outside", Verdict::Unchanged);
  measured(c, 2.5e6, 1.001, 0.004);
  c.metric.name = "wall_time";
  c.noise_floor = 0.02;
  c.tolerance = 0.02;
  c.warnings = {"the tolerance is this machine's noise floor for the scenario, 2 %; asked was 1 %"};
  return c;
}

Comparison undecided() {
  Comparison c = comparison("example/queue", {{"readers", std::int64_t{1}}, {"writers", std::int64_t{2}}},
                            "signal inside", "signal outside", Verdict::Undecided);
  measured(c, 2.5e6, 1.012, 0.03);
  c.minimum_detectable_effect = 0.018;
  c.launch_pairs_needed = 40;
  c.warnings = {"neighbouring launch pairs resemble each other: intervals are 1.4 times as wide"};
  return c;
}

Comparison mixed() {
  Comparison c = comparison("example/log", {}, "one buffer", "two buffers", Verdict::Mixed);
  measured(c, 750, 1.1, 0.01);
  c.mean = Speedup{0.9, Interval{0.85, 0.95}};
  c.warnings = {"median and mean disagree: the median's verdict alone would be improved",
                "neighbouring launch pairs resemble each other: intervals are 1.4 times as wide"};
  return c;
}

Comparison too_few() {
  Comparison c =
      comparison("example/log", {{"bytes", std::int64_t{4096}}}, "one buffer", "two buffers", Verdict::Undecided);
  measured(c, 750, 1.5, 0.01);
  c.launch_pairs = 2;
  c.median->interval = c.mean->interval = c.decision->interval = std::nullopt;
  c.warnings = {"2 launch pairs have no interval at this confidence; it takes at least 6"};
  return c;
}

Comparison higher_is_better() {
  Comparison c =
      comparison("example/scan", {{"rows", std::int64_t{100}}}, "row by row", "column by column", Verdict::Improved);
  measured(c, 2.0e5, 1.5, 0.1);
  c.metric = {"throughput", "rows/s", Direction::HigherIsBetter};
  c.after_median = 3.0e5;
  c.after_mean = 3.0e5;
  return c;
}

Comparison invalid() {
  Comparison c =
      comparison("example/map", {{"blocks", std::int64_t{8}}, {"order", "a very long word that explains the order"}},
                 "std::map", "hash map", Verdict::Invalid);
  c.launch_pairs = 0;
  c.failure = harness::Failure{harness::Stage::Run, "hash map", "the worker ended with signal 11 (segmentation fault)",
                               "map.h:12: check failed: size_ > 0\nAborted"};
  return c;
}

// A pair that must not differ, with the known slowdown beside it.
std::vector<Comparison> canaries() {
  Comparison aa = comparison("example/set", {{"ops", std::int64_t{1000}}}, "std::set", "std::set (copy)",
                             Verdict::Unchanged);
  aa.after.variant.role = Role::Control;
  measured(aa, 400, 1.001, 0.008);
  Comparison slowed = comparison("example/set", {{"ops", std::int64_t{1000}}}, "std::set", "std::set (+2 % work)",
                                 Verdict::Regressed);
  slowed.after.variant.role = Role::Control;
  slowed.after.work_factor = 1.02;
  measured(slowed, 400, 0.981, 0.01);
  return {aa, slowed};
}

harness::Run run() {
  return {.id = "20261130T020000Z-0001",
          .kind = harness::RunKind::Run,
          .started_at = "2026-11-30T02:00:00Z",
          .finished_at = "2026-11-30T02:02:05Z",
          .seed = 42,
          .state = harness::RunState::Done,
          .preset = "quick",
          .harness_version = "0.1.0",
          .command_line = "tandem run --preset quick",
          .batch_seconds = 100,
          .elapsed_seconds = 125,
          .notes = {"BM_copy/8 is in the first program only and was left out."}};
}

harness::Machine machine() {
  return {.fingerprint = "0123456789abcdef",
          .cpu_model = "Example CPU 3000",
          .cores = 2,
          .memory_bytes = 8000000000,
          .kernel = "Linux 6.1.0",
          .hypervisor = "kvm",
          .clock_source = "tsc",
          .notes = {"the CPU frequency is not fixed"}};
}

}  // namespace

harness::Report made_up_report() {
  return {
      run(),
      machine(),
      {improved(), regressed(), beyond(), unchanged(), undecided(), mixed(), too_few(), higher_is_better(), invalid()},
      canaries()};
}

harness::Report hostile_report() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  Comparison c = comparison("<img src=x onerror=alert(1)>", {{"a|b`c", "@someone\n# title"}}, "\x1B[31mred\xFF",
                            "\xE2\x80\xAE"
                            "evil",
                            Verdict::Invalid);
  measured(c, nan, infinity, 1);
  c.unit_of_work = "\xC3";
  c.metric.unit = "ns/\xC3";
  c.failure =
      harness::Failure{harness::Stage::Verify, "a|b", "https://example.org/ <b>*bold*</b>", "\x1B]0;title\x07\n-->"};
  c.warnings = {"--> <script>", std::string("nul \0 byte", 10)};
  c.estimates = {{nan, infinity, -infinity, 0, nan}};
  harness::Report report{run(), machine(), {c}, {c}};
  report.run.seed = std::numeric_limits<std::uint64_t>::max();
  report.run.command_line = "tandem run '\xFF'";
  report.run.notes = {"\x1B[2J <script>`"};
  return report;
}

}  // namespace results::formats
