// What is written for other tools can be read back by our own readers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/stats/judge_recorded.h"
#include "results/formats/exported.h"
#include "results/formats/testing/made_up_report.h"
#include "results/formats/testing/reading.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::Recording;
using harness::Side;
using harness::Statistic;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A run that imported one file.
harness::Report imported(Recording recording) {
  harness::Report report{.run = {.id = "20261130T020000Z-0001", .kind = harness::RunKind::Import}};
  report.recordings.push_back(std::move(recording));
  return report;
}

Recording benchmarks() {
  Recording recording{.source = "a.json", .format = "google-benchmark"};
  recording.context = {{"library_build_type", "debug"}};
  recording.metrics = {{"wall_time", "us", Direction::LowerIsBetter},
                       {"cpu_time", "us", Direction::LowerIsBetter},
                       {"items_per_second", "items/s", Direction::HigherIsBetter},
                       {"hits", "count", std::nullopt}};
  const auto series = [](std::size_t metric, std::vector<double> values) {
    const auto n = static_cast<std::int64_t>(values.size());
    return harness::RecordedSeries{metric, Statistic::Sample, n, std::move(values), {}, {}};
  };
  recording.scenarios = {{"\"a\"\\b,\nc", {}, Side::Alone, "label", {series(0, {0.1, 1e-9, 12345.678901234567}), series(1, {0.1, 2, 3})}},
                         {"=1+1", {}, Side::Alone, "", {series(0, {7}), series(1, {0}), series(2, {5e3}), series(3, {3})}}};
  return recording;
}

TEST(Export, GoogleBenchmarkGivesTheSameBack) {
  const Recording back = read_recording(format_named("google-benchmark").write(imported(benchmarks())), "b.json");
  EXPECT_EQ(back.scenarios, benchmarks().scenarios);
  EXPECT_EQ(back.metrics, benchmarks().metrics);
  EXPECT_THAT(back.left_out, testing::IsEmpty());
}

TEST(Export, GoogleBenchmarkKeepsAMedianAMedian) {
  Recording recording = benchmarks();
  recording.scenarios.resize(1);
  for (auto& series : recording.scenarios[0].series) series = {series.metric, Statistic::Median, 9, {4}, {}, {}};
  const Recording back = read_recording(format_named("google-benchmark").write(imported(recording)), "b.json");
  EXPECT_EQ(back.scenarios, recording.scenarios);
}

TEST(Export, CsvGivesTheSameBackInNanoseconds) {
  const std::string text = format_named("csv").write(imported(benchmarks()));
  EXPECT_THAT(text, HasSubstr("\n'=1+1,1,7000,0,ns,,5000,3\n"));
  const Recording back = read_recording(text, "b.csv");
  EXPECT_THAT(values_of(back, "=1+1", "wall_time"), ElementsAre(7000.0));
  EXPECT_THAT(values_of(back, "\"a\"\\b,\nc", "cpu_time"), ElementsAre(100.0, 2000.0, 3000.0));
  EXPECT_THAT(values_of(back, "=1+1", "hits"), ElementsAre(3.0));
}

TEST(Export, HyperfineGivesTheSameBackInSeconds) {
  const Recording back = read_recording(format_named("hyperfine").write(imported(benchmarks())), "b.json", "hyperfine");
  const auto values = values_of(back, "=1+1", "wall_time");
  ASSERT_EQ(values.size(), 1u);
  EXPECT_DOUBLE_EQ(values[0], 7e-6);
}

harness::Comparison unpaired(const std::string& scenario, const harness::Metric& metric, std::vector<double> before,
                             std::vector<double> after) {
  Recording both;
  both.metrics = {{metric.name, metric.unit, metric.direction}};
  harness::Parameters parameters;
  parameters.add("ops", std::int64_t{8});
  both.scenarios = {{scenario, parameters, Side::Before, "", {{0, Statistic::Sample, 0, std::move(before), {}, {}}}},
                    {scenario, parameters, Side::After, "", {{0, Statistic::Sample, 0, std::move(after), {}, {}}}}};
  return harness::stats::judge_sides({&both, 1}, {}).comparisons.at(0);
}

TEST(Export, ACommitMessageGivesTheSameFiguresBack) {
  harness::Report report{.run = {.id = "20261130T020000Z-0001"}};
  report.comparisons = {
      unpaired("tablet/check", {"cpu_time", "ns/op", Direction::LowerIsBetter}, {4419.16, 4433.7, 0.1}, {4181.83, 1e-7}),
      unpaired("queue", {"rate", "calls/sec", Direction::HigherIsBetter}, {238495}, {328264, 312607.4}),
      unpaired("perf stat", {"context-switches", "count", Direction::LowerIsBetter}, {29363}, {107552})};
  const std::string text = format_named("commit-message").write(report);
  EXPECT_THAT(text, HasSubstr("tablet/check ops=8, cpu_time: 4419.16 ns/op\n"));
  EXPECT_THAT(text, HasSubstr("Median speedup: x"));
  const Recording back = read_recording(text, "message.txt");
  EXPECT_EQ(back.format, "commit-message");
  const auto again = harness::stats::judge_sides({&back, 1}, {}).comparisons;
  ASSERT_EQ(again.size(), 3u);
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].scenario, report.comparisons[i].scenario);
    EXPECT_EQ(again[i].parameters, report.comparisons[i].parameters);
    EXPECT_EQ(again[i].metric, report.comparisons[i].metric);
    EXPECT_EQ(again[i].recorded->before.values, report.comparisons[i].recorded->before.values);
    EXPECT_EQ(again[i].recorded->after.values, report.comparisons[i].recorded->after.values);
    EXPECT_EQ(again[i].before_median, report.comparisons[i].before_median);
    EXPECT_EQ(again[i].after_mean, report.comparisons[i].after_mean);
    EXPECT_EQ(again[i].verdict, report.comparisons[i].verdict);
  }
}

TEST(Export, ALaunchIsALineOfGo) {
  const harness::Report report = made_up_report();
  const std::string text = format_named("go").write(report);
  const Recording back = read_recording(text, "bench.txt");
  std::size_t values = 0, launches = 0;
  for (const ExportedSeries& series : exported_series(report)) launches += series.values.size();
  for (const auto& scenario : back.scenarios) {
    EXPECT_NE(scenario.side, Side::Alone);
    for (const auto& series : scenario.series) values += series.values.size();
  }
  EXPECT_GT(launches, 0u);
  EXPECT_EQ(values, launches);
}

TEST(Export, AnnotationsAreOneLineEach) {
  const std::string text = format_named("github").write(hostile_report());
  std::size_t lines = 0, commands = 0;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) ++lines;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) commands += text.compare(at, 2, "::") == 0 ? 1 : 0;
  EXPECT_EQ(lines, commands);
  EXPECT_THAT(format_named("github").write(made_up_report()), HasSubstr("::error title=example/set ops=1000000::regressed"));
}

TEST(Export, PrometheusEscapesItsLabels) {
  const std::string text = format_named("prometheus").write(made_up_report());
  EXPECT_THAT(text, HasSubstr("tandem_median_speedup{scenario=\"example/set\",parameters=\"ops=1000\",before=\"std::set\","
                              "after=\"flat set\",metric=\"cpu_time\"} 1.25\n"));
  EXPECT_THAT(format_named("prometheus").write(hostile_report()), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace results::formats
