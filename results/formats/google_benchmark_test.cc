#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/model/error.h"
#include "results/formats/formats.h"

namespace results::formats {
namespace {

using harness::RecordedScenario;
using harness::RecordedSeries;
using harness::Recording;
using harness::Statistic;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string file_of(const std::string& rows) {
  return R"({"context": {"date": "2026-11-30T02:00:00+00:00", "host_name": "host", "num_cpus": 2, "caches": [{"type": "Data"}],
 "load_avg": [0.5,0.25], "aslr_enabled": true, "library_build_type": "release", "json_schema_version": 1},
 "benchmarks": [)" + rows + "\n]}\n";
}

// One row of a benchmark with times in nanoseconds.
std::string row(const std::string& name, const std::string& time, const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "run_name": ")" + name + R"(", "run_type": "iteration", "repetitions": 1, )" +
         R"("repetition_index": 0, "threads": 1, "iterations": 1000, "real_time": )" + time + R"(, "cpu_time": )" + time +
         R"(, "time_unit": "ns")" + more + "}";
}

Recording read(const std::string& text) { return read_recording(text, "a.json"); }

const RecordedSeries& series_of(const Recording& recording, std::size_t scenario, const std::string& metric) {
  for (const RecordedSeries& series : recording.scenarios.at(scenario).series) {
    if (recording.metrics[series.metric].name == metric) return series;
  }
  throw harness::Error("no metric " + metric);
}

std::string refusal(const std::string& text) {
  try {
    (void)read(text);
  } catch (const harness::Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(GoogleBenchmark, RepetitionsAreTheSamplesOfOneScenario) {
  const Recording recording = read(file_of(row("BM_x/8", "5.25") + "," + row("BM_x/8", "4") + "," + row("BM_y", "7")));
  EXPECT_EQ(recording.format, "google-benchmark");
  EXPECT_EQ(recording.source, "a.json");
  EXPECT_EQ(recording.recorded_at, "2026-11-30T02:00:00+00:00");
  ASSERT_EQ(recording.scenarios.size(), 2u);
  EXPECT_EQ(recording.scenarios[0].name, "BM_x/8");
  EXPECT_THAT(series_of(recording, 0, "wall_time").values, ElementsAre(5.25, 4.0));
  EXPECT_EQ(series_of(recording, 0, "wall_time").n, 2);
  EXPECT_THAT(recording.left_out, IsEmpty());
}

TEST(GoogleBenchmark, TheContextIsKept) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_THAT(read(file_of(row("x", "1"))).context,
              testing::IsSupersetOf({Pair("num_cpus", "2"), Pair("aslr_enabled", "true"), Pair("json_schema_version", "1"),
                                     Pair("library_build_type", "release")}));
}

TEST(GoogleBenchmark, AUnitIsThatOfEachRow) {
  const std::string slow = R"({"name": "x", "real_time": 2, "cpu_time": 1, "time_unit": "us", "iterations": 3})";
  const Recording recording = read(file_of(row("x", "1500") + "," + slow));
  EXPECT_THAT(series_of(recording, 0, "wall_time").values, ElementsAre(1500.0, 2000.0));
}

TEST(GoogleBenchmark, NumbersThatAreNoneAreLeftOut) {
  const Recording recording = read(file_of(row("x", "1", R"(, "a": NaN, "b": -Infinity, "c": -nan, "d": inf, "e": 3)") +
                                           "," + row("y", "NaN") + "," + row("z", "null") + "," + row("w", "-3")));
  ASSERT_EQ(recording.scenarios.size(), 1u);
  EXPECT_EQ(recording.scenarios[0].series.size(), 3u);  // both times and e
  EXPECT_THAT(recording.left_out, ElementsAre("4 values that are no finite number: a of x, b of x, c of x, d of x",
                                              "2 rows whose time is no number: y, z",
                                              "1 rows with a negative time: w"));
}

TEST(GoogleBenchmark, ThousandsSeparatorsAreReadWhereNoListCanStand) {
  const Recording recording =
      read(file_of(R"({"name": "x", "iterations": 1,000,000, "real_time": 1,234.5, "cpu_time": -1,234, "time_unit": "ns", "v": 7})"));
  EXPECT_THAT(series_of(recording, 0, "wall_time").values, ElementsAre(1234.5));
  EXPECT_THAT(recording.left_out, ElementsAre("1 negative times: cpu_time of x"));
}

TEST(GoogleBenchmark, ADecimalCommaIsRefusedWithItsPlace) {
  EXPECT_THAT(refusal(file_of(R"({"name": "x", "real_time": 1,2345, "time_unit": "ns"})")),
              testing::StartsWith("a.json: it is no JSON: at line 3, column"));
}

TEST(GoogleBenchmark, WhatEndsInTheMiddleGivesItsWholeRows) {
  const std::string whole = file_of(row("x", "1") + ",\n" + row("y", "2") + ",\n" + row("z", "3"));
  const std::size_t at = whole.find("\"z\"") + 60;
  const Recording recording = read(whole.substr(0, at));
  EXPECT_EQ(recording.extent, harness::Extent::CutOff);
  EXPECT_EQ(recording.scenarios.size(), 2u);
  EXPECT_THAT(recording.notices, ElementsAre("the file ends in the middle; its whole rows were taken"));
  EXPECT_THAT(refusal(whole.substr(0, whole.find("\"x\"") + 20)), HasSubstr("there are no results in it"));
}

// Wherever a file is cut, its whole rows come out or it is refused; nothing else.
TEST(GoogleBenchmark, CutAnywhere) {
  const std::string whole = file_of(row("x", "1") + ",\n" + row("y", "2"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      const Recording recording = read(whole.substr(0, size));
      for (const RecordedScenario& scenario : recording.scenarios) EXPECT_EQ(scenario.series.size(), 2u) << size;
    } catch (const harness::Error&) {
    }
  }
}

TEST(GoogleBenchmark, ABrokenFileIsRefusedWithItsPlace) {
  const std::string unescaped = file_of(R"({"name": "say "hi"", "real_time": 1})");
  EXPECT_THAT(refusal(unescaped), testing::StartsWith("a.json: it is no JSON: at line 3, column"));
}

TEST(GoogleBenchmark, RowsThatAreNoMeasurementsAreSaid) {
  const Recording recording = read(file_of(
      row("x", "1") + "," + row("gone", "0", R"(, "error_occurred": true, "error_message": "no disk")") + "," +
      row("not_here", "0", R"(, "skipped": true, "skip_message": "one core")") +
      R"(,{"name": "x_BigO", "run_name": "x", "run_type": "aggregate", "aggregate_name": "BigO", "cpu_coefficient": 2, "big_o": "N", "time_unit": "ns"})" +
      R"(,{"name": "x_RMS", "rms": 0.5})"));
  ASSERT_EQ(recording.scenarios.size(), 1u);
  EXPECT_THAT(recording.left_out, ElementsAre("1 failed rows: gone (no disk)", "1 skipped rows: not_here (one core)",
                                              "2 complexity rows, which are no times: x_BigO, x_RMS"));
}

std::string aggregate(const std::string& name, const std::string& kind, const std::string& time) {
  return R"({"name": ")" + name + "_" + kind + R"(", "run_name": ")" + name + R"(", "run_type": "aggregate", )" +
         R"("aggregate_name": ")" + kind + R"(", "repetitions": 9, "iterations": 9, "real_time": )" + time +
         R"(, "cpu_time": )" + time + R"(, "time_unit": "ms"})";
}

TEST(GoogleBenchmark, AggregatesAloneGiveTheirMedianWithItsN) {
  const Recording recording =
      read(file_of(aggregate("x", "mean", "5") + "," + aggregate("x", "median", "4") + "," + aggregate("x", "stddev", "1")));
  ASSERT_EQ(recording.scenarios.size(), 1u);
  EXPECT_EQ(recording.scenarios[0].name, "x");
  const RecordedSeries& series = series_of(recording, 0, "wall_time");
  EXPECT_EQ(series.statistic, Statistic::Median);
  EXPECT_EQ(series.n, 9);
  EXPECT_THAT(series.values, ElementsAre(4.0));
}

TEST(GoogleBenchmark, AggregatesOfRepetitionsThatAreThereAreDropped) {
  const Recording recording = read(file_of(row("x", "1") + "," + row("x", "3") + "," + aggregate("x", "mean", "2")));
  EXPECT_THAT(series_of(recording, 0, "wall_time").values, ElementsAre(1.0, 3.0));
  EXPECT_THAT(recording.left_out, ElementsAre("1 aggregates, which samples give again: x_mean"));
}

TEST(GoogleBenchmark, ANameAloneMakesNoAggregate) {
  const std::string base = R"(, "real_time": 1, "cpu_time": 1, "time_unit": "ns"})";
  const auto untyped = [&](const std::string& name) { return R"({"name": ")" + name + "\"" + base; };
  const Recording recording = read(file_of(untyped("fake_mean") + "," + untyped("y_median") + "," + untyped("z_mean") + "," +
                                           untyped("z_median") + "," + untyped("z_stddev")));
  ASSERT_EQ(recording.scenarios.size(), 3u);
  EXPECT_EQ(recording.scenarios[0].name, "fake_mean");
  EXPECT_EQ(recording.scenarios[1].name, "y_median");
  EXPECT_EQ(recording.scenarios[2].name, "z");
  EXPECT_EQ(recording.scenarios[2].series[0].statistic, Statistic::Median);
}

TEST(GoogleBenchmark, NamesAreOpaqueAndComeBackByteForByte) {
  const Recording recording = read(file_of(row(R"(\"oops\"\\back a::b|c/../d\n<script>)", "1") + "," + row("caf\xE9", "2")));
  EXPECT_EQ(recording.scenarios[0].name, "\"oops\"\\back a::b|c/../d\n<script>");
  EXPECT_EQ(recording.scenarios[1].name, "caf\uFFFD");
}

TEST(GoogleBenchmark, RepeatedNamesThatAreNoRepetitionsAreSaid) {
  EXPECT_THAT(read(file_of(row("x", "1") + "," + row("x", "2") + "," + row("x", "3"))).notices,
              ElementsAre("2 rows repeat a name without being repetitions of it; they are kept as samples of that name"));
}

TEST(GoogleBenchmark, AKeyThatStandsTwiceKeepsItsFirstValue) {
  const Recording recording = read(file_of(row("x", "5", R"(, "iterations": 7.5, "real_time": 9)")));
  EXPECT_THAT(series_of(recording, 0, "wall_time").values, ElementsAre(5.0));
  EXPECT_THAT(recording.left_out, ElementsAre("2 values whose key the row has already: iterations of x, real_time of x"));
}

TEST(GoogleBenchmark, RatesAreGainAndOtherCountersAreNotJudged) {
  const Recording recording = read(file_of(row("x", "1", R"(, "items_per_second": 5.0e3, "hits": 3)")));
  for (const auto& metric : recording.metrics) {
    const bool rate = metric.name == "items_per_second";
    const bool hits = metric.name == "hits";
    EXPECT_EQ(metric.direction == harness::Direction::HigherIsBetter, rate) << metric.name;
    EXPECT_EQ(metric.direction == std::nullopt, hits) << metric.name;
  }
  EXPECT_THAT(series_of(recording, 0, "hits").values, ElementsAre(3.0));
}

TEST(GoogleBenchmark, ADryRunIsSaid) {
  const auto once = [](const std::string& name) {
    return R"({"name": ")" + name + R"(", "iterations": 1, "real_time": 3, "cpu_time": 3, "time_unit": "ns"})";
  };
  EXPECT_THAT(read(file_of(once("x") + "," + once("y"))).notices, ElementsAre(HasSubstr("dry run")));
}

TEST(GoogleBenchmark, ADeepNestIsRefused) {
  EXPECT_THAT(refusal(std::string(200000, '[')), HasSubstr("its form is not known"));
  const std::string deep = R"({"context": {"executable": "x"}, "benchmarks": )" + std::string(200000, '[');
  EXPECT_THAT(refusal(deep), HasSubstr("there are no results in it"));
}

}  // namespace
}  // namespace results::formats
