// Figures in running text: perf stat, log lines, commit messages.
#include "results/formats/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/formats/testing/reading.h"

namespace results::formats {
namespace {

using harness::Recording;
using harness::Side;
using harness::Statistic;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NumberIn, TakesGroupsOfThreeAndNothingDoubtful) {
  EXPECT_EQ(number_in("189,125.49"), 189125.49);
  EXPECT_EQ(number_in("1,234,567"), 1234567.0);
  EXPECT_EQ(number_in("16.00"), 16.0);
  EXPECT_EQ(number_in("2e3"), 2000.0);
  for (const char* doubtful : {"1,5", "12,34", "1234,567", "1,234,56", ",123", "1,", "1.234,5", "", "x", "1e999", "0x10"}) {
    EXPECT_EQ(number_in(doubtful), std::nullopt) << doubtful;
  }
}

constexpr std::string_view kPerf =
    " Performance counter stats for './bench --fast':\n\n"
    "     2,556.52 msec task-clock       #    5.060 CPUs utilized\n"
    "        29,363      context-switches #    0.155 K/sec\n"
    "   772,496,448      cycles           #    4.085 GHz                  (83.33%)\n"
    "   <not supported>  branches\n"
    "   414,415,517      instructions     #    0.54  insn per cycle\n"
    "                                     #    0.72  stalled cycles per insn  (83.32%)\n\n"
    "       0.018133 seconds time elapsed\n\n       0.011 seconds user\n       0.002 seconds sys\n";

TEST(PerfStat, ReadsItsText) {
  const Recording recording = read_recording(std::string(kPerf), "file");
  EXPECT_EQ(recording.format, "perf-stat");
  const std::string name = "./bench --fast";
  EXPECT_THAT(values_of(recording, name, "task-clock"), ElementsAre(2556.52));
  EXPECT_EQ(unit_of(recording, name, "task-clock"), "ms");
  EXPECT_THAT(values_of(recording, name, "context-switches"), ElementsAre(29363.0));
  EXPECT_THAT(values_of(recording, name, "cycles"), ElementsAre(772496448.0));
  EXPECT_DOUBLE_EQ(series_of(recording, name, "cycles").share.value(), 0.8333);
  EXPECT_DOUBLE_EQ(series_of(recording, name, "instructions").share.value(), 0.8332);
  EXPECT_THAT(values_of(recording, name, "wall_time"), ElementsAre(0.018133));
  EXPECT_THAT(values_of(recording, name, "system_time"), ElementsAre(0.002));
  EXPECT_THAT(recording.left_out, ElementsAre("1 events that were not counted: branches"));
  EXPECT_EQ(recording.scenarios[0].series.size(), 7u);
}

TEST(PerfStat, SeveralRunsGiveMeans) {
  const Recording recording = read_recording(
      " Performance counter stats for 'a\n b' (10 runs):\n  340,444 cs #  0.1 /sec ( +-  0.30% )\n"
      "  7,724 cycles   ( +- 1.20% ) [83.33%]\n  0.5 seconds time elapsed  ( +- 0.05% )\n saves 12 branches, 3 cycles\n",
      "file");
  const auto& series = series_of(recording, "a b", "cs");
  EXPECT_EQ(series.statistic, Statistic::Mean);
  EXPECT_EQ(series.n, 10);
  EXPECT_DOUBLE_EQ(series.spread.value(), 0.003);
  EXPECT_DOUBLE_EQ(series_of(recording, "a b", "cycles").share.value(), 0.8333);
  EXPECT_THAT(values_of(recording, "a b", "cycles"), ElementsAre(7724.0));
}

TEST(PerfStat, ReadsCsvAndJsonLines) {
  const Recording csv = read_recording("# started\n\n0.57,msec,task-clock,572413,100.00,0.115,CPUs utilized\n"
                                       "<not supported>,,cycles,0,100.00,,\n50,,page-faults,1.47%,572413,83.00,87.350,K/sec\n",
                                       "file");
  EXPECT_THAT(values_of(csv, "perf stat", "task-clock"), ElementsAre(0.57));
  EXPECT_DOUBLE_EQ(series_of(csv, "perf stat", "page-faults").spread.value(), 0.0147);
  EXPECT_DOUBLE_EQ(series_of(csv, "perf stat", "page-faults").share.value(), 0.83);
  const Recording json = read_recording(
      "{\"counter-value\" : \"0.551753\", \"unit\" : \"msec\", \"event\" : \"task-clock\", \"pcnt-running\" : 100.00, "
      "\"metric-value\" : 240.624945, \"metric-unit\" : \"CPUs utilized\"}\n"
      "{\"counter-value\" : \"<not counted>\", \"unit\" : \"\", \"event\" : \"cycles\"}\n",
      "file");
  EXPECT_THAT(values_of(json, "perf stat", "task-clock"), ElementsAre(0.551753));
  EXPECT_THAT(json.left_out, ElementsAre("1 events that were not counted: cycles"));
}

TEST(PerfStat, RefusesNumbersOfOtherCountries) {
  const std::string heading = " Performance counter stats for './b':\n";
  EXPECT_THAT(refusal_of(heading + "  12,34 msec task-clock\n", "perf-stat"), HasSubstr("LC_ALL=C"));
  EXPECT_THAT(refusal_of(heading + "  123 456 789 cycles\n", "perf-stat"), HasSubstr("LC_ALL=C"));
  EXPECT_THAT(refusal_of("12,34,msec,task-clock,572413,100,00\n"), HasSubstr("decimal comma"));
}

TEST(LogLines, TakesNameNumberAndUnit) {
  const Recording recording = read_recording(
      "I0907 17:16:54.899818 20839 a-test.cc:799] Time spent reopening block manager: real 2.612s\tuser 0.035s\tsys 0.002s\n"
      "rows total: 40000000\n  time total  : 4,419.16 ms\ntime per row: 0.000466172 ms\n"
      "BlockingGet() rate: 238495 calls/sec\ntotal Blocking{Get,Put}() rate: 476990 calls/sec (1.06x)\n"
      "Median: 4419 ms\nrunning 16 tests: all good\ntest bench_fib ... bench:       1,250 ns/iter (+/- 24)\n",
      "file");
  EXPECT_EQ(recording.format, "log-lines");
  EXPECT_THAT(values_of(recording, "Time spent reopening block manager", "wall_time"), ElementsAre(2.612));
  EXPECT_THAT(values_of(recording, "Time spent reopening block manager", "user_time"), ElementsAre(0.035));
  EXPECT_THAT(values_of(recording, "time total", "wall_time"), ElementsAre(4419.16));
  EXPECT_THAT(values_of(recording, "BlockingGet()", "rate"), ElementsAre(238495.0));
  EXPECT_THAT(values_of(recording, "total Blocking{Get,Put}()", "rate"), ElementsAre(476990.0));
  EXPECT_THAT(values_of(recording, "bench_fib", "wall_time"), ElementsAre(1250.0));
  EXPECT_EQ(recording.scenarios.size(), 6u);
  EXPECT_THAT(recording.left_out, ElementsAre("1 summaries, which samples give again: Median: 4419 ms"));
}

TEST(LogLines, UnitsSayWhichWayIsBetter) {
  const Recording recording = read_recording("get rate: 5 calls/sec\nget: 5 ms\nsent: 5 MB\n", "file");
  ASSERT_EQ(recording.metrics.size(), 3u);
  for (const auto& metric : recording.metrics) {
    EXPECT_EQ(metric.direction == harness::Direction::HigherIsBetter, metric.name == "rate") << metric.name;
  }
}

TEST(LogLines, ALineWithoutAnEndIsNotTaken) {
  const Recording recording = read_recording("time total: 4419.16 ms\nget rate: 2384 calls/s", "file");
  EXPECT_EQ(recording.scenarios.size(), 1u);
  EXPECT_THAT(recording.left_out, ElementsAre("1 lines without an end, which may be cut: get rate: 2384 calls/s"));
}

TEST(LogLines, ReadsColouredOutputAndTheShellsTime) {
  EXPECT_THAT(values_of(read_recording("\x1B[32mtime total: \x1B[1m5 ms\x1B[0m\n", "file"), "time total", "wall_time"),
              ElementsAre(5.0));
  EXPECT_THAT(values_of(read_recording("\nreal\t1m2.500s\nuser\t0m0.010s\nsys\t0m0.000s\n", "file"), "command", "wall_time"),
              ElementsAre(62.5));
}

TEST(CommitMessage, BlocksUnderLabelsAreTheTwoSides) {
  const Recording recording = read_recording(
      "queue: use a deque\n\nI ran it 2 times. After all, it is faster.\n\nBefore this patch:\n  get rate: 200 calls/sec\n"
      "  get rate: 210 calls/sec\n\nWith this patch and a cache:\n  get rate: 300 calls/sec\nMedian speedup: 46%\n"
      "============\nThe other case:\nWithout the patch:\n  get rate: 10 calls/sec\nAfter:\n  get rate: 9 calls/sec\n\n"
      "Change-Id: Ie80620\nnot: 5 ms\n",
      "file");
  EXPECT_EQ(recording.format, "commit-message");
  EXPECT_THAT(values_of(recording, "get", "rate", Side::Before), ElementsAre(200.0, 210.0));
  EXPECT_THAT(values_of(recording, "get", "rate", Side::After), ElementsAre(300.0));
  EXPECT_THAT(values_of(recording, "get pair=2", "rate", Side::Before), ElementsAre(10.0));
  EXPECT_THAT(values_of(recording, "get pair=2", "rate", Side::After), ElementsAre(9.0));
  EXPECT_EQ(recording.scenarios.size(), 4u);
}

TEST(CommitMessage, AfterMayComeFirst) {
  const Recording recording = read_recording("After this patch: 500 req/sec\nBefore this patch:\n250 req/sec\n", "file");
  EXPECT_THAT(values_of(recording, "result", "rate", Side::Before), ElementsAre(250.0));
  EXPECT_THAT(values_of(recording, "result", "rate", Side::After), ElementsAre(500.0));
}

TEST(CommitMessage, MayHaveLostItsLineEnds) {
  const Recording recording = read_recording(
      "sped up by 27%. Before: Generator report time total : 37293.8 ms time per row: 0.5 ms Dropping table Performance "
      "counter stats for './a': 189,125.49 msec task-clock # 5.060 CPUs utilized 29,363 context-switches # 0.155 K/sec "
      "37.5 seconds time elapsed After: Generator report time total : 29191.6 ms time per row: 0.25 ms Performance counter "
      "stats for './b': 175,386.48 msec task-clock # 5.993 CPUs utilized 107,552 context-switches # 0.613 K/sec 29.25 "
      "seconds time elapsed Change-Id: Ieb2d190 src/a.cc | 2 ++",
      "file");
  EXPECT_THAT(values_of(recording, "time total", "wall_time", Side::Before), ElementsAre(37293.8));
  EXPECT_THAT(values_of(recording, "time total", "wall_time", Side::After), ElementsAre(29191.6));
  EXPECT_THAT(values_of(recording, "perf stat", "task-clock", Side::Before), ElementsAre(189125.49));
  EXPECT_THAT(values_of(recording, "perf stat", "context-switches", Side::After), ElementsAre(107552.0));
  EXPECT_THAT(values_of(recording, "perf stat", "wall_time", Side::After), ElementsAre(29.25));
}

TEST(CommitMessage, ReadsLinesThatAMailProgramWrapped) {
  const Recording recording = read_recording(
      "Before:\nTime spent inserting 1000 batches(1 threads): real\n15.309s user 0.000s sys 0.000s\nTime spent inserting 1000\n"
      "batches(1 threads): real 15.899s user 0.000s sys 0.000s\nAfter:\nTime spent inserting 1000 batches(1 threads): real 14.5s "
      "user 0.001s sys 0.000s\n",
      "file");
  EXPECT_THAT(values_of(recording, "Time spent inserting 1000 batches(1 threads)", "wall_time", Side::Before),
              ElementsAre(15.309, 15.899));
}

TEST(CommitMessage, ProgramsOfOneSideAreToldApart) {
  const auto perf = [](const std::string& command, const std::string& cycles) {
    return " Performance counter stats for '" + command + "':\n  " + cycles + " cycles\n\n";
  };
  const Recording recording = read_recording("Before:\n" + perf("client", "10") + perf("server", "100") + "After:\n" +
                                                 perf("client2", "11") + perf("server", "90"),
                                             "file");
  EXPECT_THAT(values_of(recording, "perf stat", "cycles", Side::After), ElementsAre(11.0));
  EXPECT_THAT(values_of(recording, "perf stat 2", "cycles", Side::Before), ElementsAre(100.0));
  EXPECT_THAT(values_of(recording, "perf stat 2", "cycles", Side::After), ElementsAre(90.0));
}

}  // namespace
}  // namespace results::formats
