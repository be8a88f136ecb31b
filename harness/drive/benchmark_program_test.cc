// What Google Benchmark programs answer and write: a real one, and rows as the versions write them.
#include "harness/drive/benchmark_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::atomic<bool> kNeverInterrupted = false;

BenchmarkProgram stock() {
  return ask_benchmark_program(std::getenv("STOCK_BENCHMARKS"), seconds(30), kNeverInterrupted);
}

std::string sentence(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string document(const std::string& rows) { return R"({"context":{},"benchmarks":[)" + rows + "]}"; }

TEST(AskBenchmarkProgram, NamesWhatItHolds) {
  const BenchmarkProgram program = stock();
  EXPECT_THAT(program.benchmarks, Contains("BM_sum/64"));
  EXPECT_THAT(program.benchmarks, Contains("lambda/with \"any\" name (1+1)"));
  EXPECT_THAT(program.repeated, ElementsAre("BM_twice"));
}

TEST(AskBenchmarkProgram, AnyOtherProgramIsRefused) {
  EXPECT_THAT(sentence([] { ask_benchmark_program("/bin/false", seconds(30), kNeverInterrupted); }),
              HasSubstr("false is no Google Benchmark program: asked for its benchmarks, it ended with exit status 1"));
  EXPECT_THAT(sentence([] { ask_benchmark_program("/bin/true", seconds(30), kNeverInterrupted); }),
              HasSubstr("true lists no benchmarks"));
}

TEST(BenchmarkCommand, WritesTheTimeAsTheProgramWantsItAndTheNameExactly) {
  BenchmarkProgram program{.path = "bench", .time_unit = "s"};
  EXPECT_THAT(benchmark_command(program, "BM_a/8 (1+1)", milliseconds(40), "out"),
              ElementsAre("bench", "--benchmark_filter=^BM_a/8 \\(1\\+1\\)$", "--benchmark_min_time=0.04s",
                          "--benchmark_out=out", "--benchmark_out_format=json"));
  program.time_unit = "";
  EXPECT_THAT(benchmark_command(program, "BM_a", milliseconds(40), "out"), Contains("--benchmark_min_time=0.04"));
}

TEST(ReadBenchmark, TotalsAreInNanoseconds) {
  const std::string text = document(R"({"name":"BM_a","run_name":"BM_a","run_type":"iteration","iterations":1000,)"
                                    R"("real_time":2.5,"cpu_time":2.0,"time_unit":"us","items_per_second":4e6})");
  const BenchmarkResult result = benchmark_result(text, "BM_a");
  EXPECT_DOUBLE_EQ(result.iterations, 1000);
  EXPECT_DOUBLE_EQ(result.wall_time, 2.5e6);
  EXPECT_DOUBLE_EQ(result.cpu_time, 2e6);
  EXPECT_DOUBLE_EQ(result.items_per_iteration, 8);
}

TEST(ReadBenchmark, RepetitionsAddUpAndAggregatesDoNotCount) {
  const std::string row = R"({"name":"BM_a/repeats:2","run_name":"BM_a/repeats:2","run_type":"iteration",)"
                          R"("iterations":10,"real_time":3,"cpu_time":2,"time_unit":"ns"})";
  const std::string aggregate = R"({"name":"BM_a/repeats:2_mean","run_name":"BM_a/repeats:2","run_type":"aggregate",)"
                                R"("iterations":2,"real_time":3,"cpu_time":2,"time_unit":"ns"})";
  const BenchmarkResult result = benchmark_result(document(row + "," + row + "," + aggregate), "BM_a/repeats:2");
  EXPECT_DOUBLE_EQ(result.iterations, 20);
  EXPECT_DOUBLE_EQ(result.cpu_time, 40);
}

TEST(ReadBenchmark, TroubleIsASentenceThatGoesOnAfterTheProgramsName) {
  const auto said = [](const std::string& text) { return sentence([&] { benchmark_result(text, "BM_a"); }); };
  EXPECT_THAT(said(""), HasSubstr("wrote no JSON of Google Benchmark"));
  EXPECT_EQ(said(document("")), "wrote no result of a run of 'BM_a'");
  EXPECT_EQ(said(document(R"({"name":"BM_a","error_occurred":true,"error_message":"no such device"})")),
            "could not run the benchmark: no such device");
  EXPECT_EQ(said(document(R"({"name":"BM_a","skipped":true,"skip_message":"too slow"})")),
            "skipped the benchmark: too slow");
}

TEST(CheckSameWork, ComparesItems) {
  const BenchmarkResult one{.iterations = 10, .items_per_iteration = 3};
  EXPECT_NO_THROW(check_same_work(one, {.iterations = 99, .items_per_iteration = 3.0000001}));
  EXPECT_NO_THROW(check_same_work({}, {}));
  EXPECT_EQ(sentence([&] { check_same_work(one, {.items_per_iteration = 4}); }),
            "did 4 items per iteration where the other did 3: that is different work");
}

}  // namespace
}  // namespace harness::drive
