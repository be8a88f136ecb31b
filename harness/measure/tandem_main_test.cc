// A program of plain BENCHMARK()s, linked with tandem_main, over its real stdin and stdout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/measure/testing/program.h"
#include "harness/model/wire.h"

namespace harness::measure::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> answers_to(const std::string& requests) {
  const ProgramResult result = run_program({std::getenv("STOCK_BENCHMARKS"), "--tandem_worker"}, requests);
  EXPECT_EQ(result.exit_status, 0) << result.err;
  std::vector<std::string> lines = lines_of(result.out);
  lines.erase(lines.begin());
  return lines;
}

std::string open_line(const std::string& name) { return wire::encode_open({name, "default", {}}) + "\n"; }

wire::Sample sample_of(const std::string& name, std::uint64_t iterations) {
  return wire::decode_sample(answers_to(open_line(name) + wire::encode_run(iterations) + "\n").at(1));
}

double value(const wire::Sample& sample, std::string_view name) {
  for (const auto& [metric, total] : sample.values) {
    if (metric == name) return total;
  }
  return -1;
}

std::vector<Scenario> listed() {
  std::vector<Scenario> scenarios;
  for (const std::string& line : answers_to("list\n")) {
    if (line != wire::kEnd) scenarios.push_back(wire::decode_scenario(line));
  }
  return scenarios;
}

Scenario listed(const std::string& name) {
  for (const Scenario& scenario : listed()) {
    if (scenario.name == name) return scenario;
  }
  ADD_FAILURE() << name << " is not listed";
  return {};
}

TEST(TandemMain, ListsTheNamesThatTheProgramItselfLists) {
  std::vector<std::string> names;
  for (const Scenario& scenario : listed()) names.push_back(scenario.name);
  const ProgramResult plain = run_program({std::getenv("STOCK_BENCHMARKS"), "--benchmark_list_tests"});
  EXPECT_EQ(names, lines_of(plain.out));
  EXPECT_THAT(names, Contains("BM_sum/64"));
  EXPECT_THAT(names, Contains("BM_two_arguments/rows:2/-3"));
  EXPECT_THAT(names, Contains("BM_threads/real_time/threads:2"));
  EXPECT_THAT(names, Contains("BM_min_time/min_time:3600.000"));
}

TEST(TandemMain, AScenarioHasOneVariantAndKeepsThreadsAndClock) {
  EXPECT_EQ(listed("BM_sum/8").variants, (std::vector<Variant>{{"default", Role::Before}}));
  EXPECT_EQ(listed("BM_sum/8").threads, 1);
  EXPECT_EQ(listed("BM_sum/8").metric, "auto");
  EXPECT_EQ(listed("BM_threads/real_time/threads:2").threads, 2);
  EXPECT_EQ(listed("BM_threads/real_time/threads:2").metric, "wall_time");
  EXPECT_EQ(listed("BM_manual/manual_time").metric, "wall_time");
}

TEST(TandemMain, RunsEveryBenchmarkForExactlyTheIterationsAskedFor) {
  int ran = 0;
  for (const Scenario& scenario : listed()) {
    if (scenario.name == "BM_skips" || scenario.name == "BM_throws" || scenario.name == "BM_twice") continue;
    SCOPED_TRACE(scenario.name);
    const auto answers = answers_to(open_line(scenario.name) + "run 3\nrun 12\nclose\n");
    ASSERT_THAT(answers, ElementsAre("opened", StartsWith("sample 3 "), StartsWith("sample 12 "), "closed"));
    EXPECT_EQ(wire::decode_sample(answers[2]).items, 12 * scenario.threads);
    ++ran;
  }
  EXPECT_GE(ran, 20);
}

TEST(TandemMain, SeveralBenchmarksOneAfterTheOther) {
  EXPECT_THAT(
      answers_to(open_line("BM_sum/8") + "run 5\nclose\n" + open_line("BM_iterations/iterations:1000000000000") +
                 "run 6\nclose\n" + open_line("BM_sum/8") + "run 7\n"),
      ElementsAre("opened", StartsWith("sample 5 "), "closed", "opened", StartsWith("sample 6 "), "closed", "opened",
                  StartsWith("sample 7 ")));
}

TEST(TandemMain, ManualTimeIsTheWallTime) {
  EXPECT_EQ(value(sample_of("BM_manual/manual_time", 8), "wall_time"), 8 * 0.25e9);
}

TEST(TandemMain, EveryWorkerMetricIsThere) {
  const wire::Sample sample = sample_of("BM_sum/4096", 100);
  for (const std::string_view metric :
       {kWallTime, kCpuTime, kInvoluntarySwitches, kVoluntarySwitches, kMinorFaults, kMajorFaults}) {
    EXPECT_GE(value(sample, metric), 0) << metric;
  }
  EXPECT_GT(value(sample, kCpuTime), 0);
}

TEST(TandemMain, FailuresAreSentencesAndTheWorkerGoesOn) {
  EXPECT_THAT(answers_to(open_line("BM_skips") + "run 1\nclose\n" + open_line("BM_throws") + "run 1\nclose\n" +
                         open_line("BM_sum/8") + "run 1\n"),
              ElementsAre("opened", "error this machine has no such device", "closed", "opened",
                          "error the benchmark threw", "closed", "opened", StartsWith("sample 1 ")));
}

TEST(TandemMain, WhatABenchmarkPrintsIsNoAnswer) {
  EXPECT_THAT(answers_to(open_line("BM_prints") + "run 3\n"), ElementsAre("opened", StartsWith("sample 3 ")));
}

TEST(TandemMain, NamesThatDoNotExistOrNotOnce) {
  EXPECT_THAT(answers_to(open_line("BM_sun/8")), ElementsAre(HasSubstr("closest: BM_sum/8")));
  EXPECT_THAT(answers_to(open_line("BM_twice")), ElementsAre(HasSubstr("two benchmarks")));
  EXPECT_THAT(answers_to("open BM_sum/8 before\n"), ElementsAre(HasSubstr("closest: default")));
  EXPECT_THAT(answers_to("open BM_sum/8 default n=8\n"), ElementsAre(HasSubstr("takes no parameters")));
}

TEST(TandemMain, WithoutTheWorkerFlagItIsThePlainProgram) {
  const ProgramResult result =
      run_program({std::getenv("STOCK_BENCHMARKS"), "--benchmark_filter=BM_sum/8$", "--benchmark_min_time=0.001"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.out, HasSubstr("BM_sum/8"));
}

}  // namespace
}  // namespace harness::measure::testing
