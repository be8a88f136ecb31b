// Each format on a small file of its shape: what is taken, what is not, and that it is recognised by its content.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/formats/csv.h"
#include "results/formats/testing/reading.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::Recording;
using harness::Statistic;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Hyperfine, EveryRunIsASample) {
  const Recording recording = read_recording(
      R"({"results": [{"command": "sleep 1", "mean": 1.5, "stddev": null, "user": 0.25, "system": 0.5, "times": [1.0, 2.0],
          "exit_codes": [0, 0], "memory_usage_byte": [1024, 2048]},
         {"command": "ls 2", "mean": 0.0, "times": [0.0, 9.0, 0.5], "exit_codes": [0, 1, null], "parameters": {"n": "2"}}]})",
      "file");
  EXPECT_EQ(recording.format, "hyperfine");
  EXPECT_THAT(values_of(recording, "sleep 1", "wall_time"), ElementsAre(1.0, 2.0));
  EXPECT_EQ(unit_of(recording, "sleep 1", "wall_time"), "s");
  EXPECT_THAT(values_of(recording, "sleep 1", "max_rss"), ElementsAre(1024.0, 2048.0));
  EXPECT_EQ(series_of(recording, "sleep 1", "user_time").statistic, Statistic::Mean);
  EXPECT_EQ(series_of(recording, "sleep 1", "user_time").n, 2);
  EXPECT_THAT(values_of(recording, "ls 2 n=2", "wall_time"), ElementsAre(0.0));
  EXPECT_THAT(recording.left_out, ElementsAre("2 runs that failed: ls 2, ls 2"));
}

TEST(Hyperfine, OneRunIsOneSample) {
  const Recording recording =
      read_recording(R"({"results": [{"command": "x", "mean": 2.5, "stddev": null, "times": [2.5]}]})", "file");
  EXPECT_EQ(series_of(recording, "x", "wall_time").n, 1);
}

TEST(Nanobench, AnEpochIsASampleInSecondsPerUnit) {
  const Recording recording = read_recording(
      R"({"results": [{"title": "benchmark", "name": "std::mt19937", "unit": "op", "epochs": 2, "measurements": [
          {"iterations": 800, "elapsed": 2.5e-08, "instructions": 125}, {"iterations": 810, "elapsed": 2.25e-08, "instructions": 126}]},
         {"title": "maps", "name": "find", "unit": "key", "epochs": 1, "measurements": [{"iterations": 1, "elapsed": 1e-9}]}]})",
      "file");
  EXPECT_EQ(recording.format, "nanobench");
  EXPECT_THAT(values_of(recording, "std::mt19937", "wall_time"), ElementsAre(2.5e-08, 2.25e-08));
  EXPECT_EQ(unit_of(recording, "std::mt19937", "wall_time"), "s/op");
  EXPECT_THAT(values_of(recording, "std::mt19937", "instructions"), ElementsAre(125.0, 126.0));
  EXPECT_EQ(unit_of(recording, "maps: find", "wall_time"), "s/key");
}

TEST(Criterion, GivesItsMedianAndMeanUnderTheNameInThePath) {
  const std::string text =
      R"({"mean": {"confidence_interval": {"confidence_level": 0.95}, "point_estimate": 5.5, "standard_error": 0.1},
          "median": {"confidence_interval": {}, "point_estimate": 5.25, "standard_error": 0.1}, "slope": null})";
  const Recording recording = read_recording(text, "target/criterion/sort/quick/new/estimates.json");
  EXPECT_EQ(recording.format, "criterion");
  EXPECT_THAT(values_of(recording, "sort/quick", "wall_time"), ElementsAre(5.25));
  ASSERT_EQ(recording.scenarios[0].series.size(), 2u);
  EXPECT_EQ(recording.scenarios[0].series[1].statistic, Statistic::Mean);
  EXPECT_EQ(recording.scenarios[0].series[1].n, 0);  // unknown
}

TEST(Catch2, GivesItsMeanUnderTestCaseAndSection) {
  const Recording recording = read_recording(
      R"(<?xml version="1.0"?><Catch2TestRun name="t"><TestCase name="Fibonacci"><Section name="small">
         <BenchmarkResults name="fib 20" samples="100" resamples="100000" iterations="7"><mean value="37.5" lowerBound="36" upperBound="39" ci="0.95"/>
         <standardDeviation value="1"/></BenchmarkResults><BenchmarkResults name="thrown"><failed message="no"/></BenchmarkResults>
         </Section></TestCase></Catch2TestRun>)",
      "file");
  EXPECT_EQ(recording.format, "catch2");
  const auto& series = series_of(recording, "Fibonacci / small / fib 20", "wall_time");
  EXPECT_THAT(series.values, ElementsAre(37.5));
  EXPECT_EQ(series.n, 100);
  EXPECT_THAT(recording.left_out, ElementsAre("1 benchmarks without a mean: Fibonacci / small / thrown"));
  EXPECT_THAT(refusal_of("<?xml version=\"1.0\"?><Catch2TestRun><BenchmarkResults"), HasSubstr("it is no XML"));
}

TEST(Jmh, EveryIterationIsASampleAndThroughputIsGain) {
  const Recording recording = read_recording(
      R"([{"benchmark": "a.B.c", "mode": "thrpt", "params": {"size": "8"}, "primaryMetric": {"score": 2.0, "scoreError": "NaN",
          "scoreUnit": "ops/ms", "rawData": [[1.0, 2.0], [3.0]]}, "secondaryMetrics": {"gc": {"scoreUnit": "counts", "rawData": [["NaN"], [4.0]]}}},
          {"benchmark": "a.B.d", "mode": "sample", "primaryMetric": {"score": 7.0, "scoreUnit": "us/op", "rawDataHistogram": []}}])",
      "file");
  EXPECT_EQ(recording.format, "jmh");
  EXPECT_THAT(values_of(recording, "a.B.c size=8", "rate"), ElementsAre(1.0, 2.0, 3.0));
  EXPECT_EQ(recording.metrics[0].direction, Direction::HigherIsBetter);
  EXPECT_THAT(values_of(recording, "a.B.c size=8", "gc"), ElementsAre(4.0));
  EXPECT_EQ(series_of(recording, "a.B.d", "wall_time").statistic, Statistic::Mean);
  EXPECT_THAT(recording.left_out, ElementsAre("1 values that are no finite number: gc of a.B.c"));
}

TEST(Lnt, AFailedTestHasNoTimes) {
  const Recording recording = read_recording(
      R"({"Machine": {"Name": "m"}, "Run": {"Start Time": "2026-11-30 02:00:00", "Info": {}}, "Tests": [
          {"Name": "nts.good.exec", "Data": [0.5, 0.75]}, {"Name": "nts.good.hash", "Data": ["49333a"]},
          {"Name": "nts.bad.exec", "Data": [2.25]}, {"Name": "nts.bad.exec.status", "Data": [1]}]})",
      "file");
  EXPECT_EQ(recording.format, "lnt");
  EXPECT_EQ(recording.recorded_at, "2026-11-30 02:00:00");
  EXPECT_THAT(values_of(recording, "nts.good", "wall_time"), ElementsAre(0.5, 0.75));
  EXPECT_THAT(recording.left_out, ElementsAre("1 values that are no measurement: nts.good.hash",
                                              "1 values of failed tests: nts.bad.exec"));
}

TEST(Lnt, ReadsTheSecondFormToo) {
  const Recording recording = read_recording(
      R"({"format_version": "2", "machine": {"name": "m"}, "run": {"start_time": "t"}, "tests": [
          {"name": "x", "execution_time": [0.5], "code_size": 100}]})",
      "file");
  EXPECT_THAT(values_of(recording, "x", "wall_time"), ElementsAre(0.5));
  EXPECT_THAT(values_of(recording, "x", "code_size"), ElementsAre(100.0));
}

TEST(Go, EveryUnitIsAMetric) {
  const Recording recording = read_recording(
      "goos: linux\npkg: example.com/w\nBenchmarkTick/agents=1,range=2-16\t100\t16465 ns/op\t12.5 MB/s\t3 B/op\n"
      "BenchmarkTick/agents=1,range=2-16\t100\t16470 ns/op\t12.0 MB/s\t3 B/op\nPASS\nok\texample.com/w\t1.2s\n",
      "file");
  EXPECT_EQ(recording.format, "go");
  EXPECT_THAT(values_of(recording, "BenchmarkTick/agents=1,range=2-16", "wall_time"), ElementsAre(16465.0, 16470.0));
  EXPECT_EQ(recording.metrics[1].name, "MB/s");
  EXPECT_EQ(recording.metrics[1].direction, Direction::HigherIsBetter);
  EXPECT_THAT(values_of(recording, "BenchmarkTick/agents=1,range=2-16", "B/op"), ElementsAre(3.0, 3.0));
}

TEST(Go, TwoPackagesWithOneNameAreTwoScenarios) {
  const Recording recording = read_recording(
      "pkg: a/one\nBenchmarkX-8 1 100 ns/op\nBenchmarkOnly-8 1 5 ns/op\npkg: a/two\nBenchmarkX-8 1 900 ns/op\n", "file");
  EXPECT_THAT(values_of(recording, "a/one.BenchmarkX-8", "wall_time"), ElementsAre(100.0));
  EXPECT_THAT(values_of(recording, "a/two.BenchmarkX-8", "wall_time"), ElementsAre(900.0));
  EXPECT_THAT(values_of(recording, "BenchmarkOnly-8", "wall_time"), ElementsAre(5.0));
}

TEST(Go, NotesAreTheSidesOfAChange) {
  const Recording recording =
      read_recording("note: before\nBenchmarkX 1 100 ns/op\nnote: after\nBenchmarkX 1 101 ns/op\n", "file");
  EXPECT_THAT(values_of(recording, "BenchmarkX", "wall_time", harness::Side::Before), ElementsAre(100.0));
  EXPECT_THAT(values_of(recording, "BenchmarkX", "wall_time", harness::Side::After), ElementsAre(101.0));
}

TEST(GoogleBenchmarkCsv, FindsItsHeaderBehindTheConsolesLines) {
  const Recording recording = read_recording(
      "2026-11-30T02:00:00+00:00\nRunning ./bench\nLoad Average: 1.02, 2.57, 2.56\n"
      "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"
      "\"x \"\"quoted\"\", 1\",100,5.25,5,us,,2e3,\"a\nb\",,\n\"broken\",1,0,0,ns,,,,true,\"no disk\"\n"
      "\"x_BigO\",,0.304,0.256,N,,,,,\n\"short\",1\n",
      "file");
  EXPECT_EQ(recording.format, "google-benchmark-csv");
  ASSERT_EQ(recording.scenarios.size(), 1u);
  EXPECT_THAT(values_of(recording, "x \"quoted\", 1", "wall_time"), ElementsAre(5.25));
  EXPECT_EQ(unit_of(recording, "x \"quoted\", 1", "wall_time"), "us");
  EXPECT_THAT(values_of(recording, "x \"quoted\", 1", "items_per_second"), ElementsAre(2000.0));
  EXPECT_THAT(recording.left_out,
              ElementsAre("1 failed rows: broken (no disk)", "1 complexity rows, which are no times: x_BigO",
                          "1 lines that do not have the header's columns: short"));
}

TEST(Csv, ATextCellIsNoFormula) {
  EXPECT_EQ(csv_text_cell("plain"), "plain");
  EXPECT_EQ(csv_text_cell("=1+1"), "'=1+1");
  EXPECT_EQ(csv_text_cell("@x,y"), "\"'@x,y\"");
  EXPECT_EQ(csv_text_cell("say \"hi\"\n"), "\"say \"\"hi\"\"\n\"");
  EXPECT_THAT(csv_rows("a,\"b\"\"c\nd\"\r\n\n,e"), ElementsAre(ElementsAre("a", "b\"c\nd"), ElementsAre("", "e")));
}

}  // namespace
}  // namespace results::formats
