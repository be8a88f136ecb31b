// The worker as a program: a real fake_worker over its real stdin and stdout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/measure/testing/program.h"
#include "harness/model/wire.h"

namespace harness::measure::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string fake_worker() { return std::getenv("FAKE_WORKER"); }

ProgramResult converse(const std::string& requests, std::vector<std::string> more_arguments = {}) {
  std::vector<std::string> argv = {fake_worker(), "--tandem_worker"};
  argv.insert(argv.end(), more_arguments.begin(), more_arguments.end());
  return run_program(argv, requests);
}

// The answers of a worker that ends well, after its greeting.
std::vector<std::string> answers_to(const std::string& requests, std::vector<std::string> more_arguments = {}) {
  const ProgramResult result = converse(requests, std::move(more_arguments));
  EXPECT_EQ(result.exit_status, 0) << result.err;
  std::vector<std::string> lines = lines_of(result.out);
  lines.erase(lines.begin());
  return lines;
}

std::string open_line(const std::string& scenario, const std::string& variant) {
  return wire::encode_open({scenario, variant, {}}) + "\n";
}

TEST(WorkerProgram, TheGreetingNamesItsBuild) {
  const ProgramResult result = converse("");
  const Build build = wire::decode_greeting(lines_of(result.out).at(0));
  EXPECT_EQ(build.program, "fake_worker");
  EXPECT_THAT(build.compiler, ::testing::ContainsRegex("^(g|clang)\\+\\+ [0-9]+\\.[0-9]+\\.[0-9]+$"));
  EXPECT_THAT(build.flags, HasSubstr("-O"));
  EXPECT_THAT(build.allocator, Not(::testing::IsEmpty()));
}

TEST(WorkerProgram, AnAllocatorThatIsPreloadedIsNamed) {
  // Any library will do: it is the name of the mapped file that tells.
  const std::string library = ::testing::TempDir() + "libjemalloc.so.2";
  std::filesystem::copy_file(std::getenv("ANY_LIBRARY"), library, std::filesystem::copy_options::overwrite_existing);
  const ProgramResult result = run_program({"/usr/bin/env", "LD_PRELOAD=" + library, fake_worker(), "--tandem_worker"});
  EXPECT_EQ(wire::decode_greeting(lines_of(result.out).at(0)).allocator, "libjemalloc.so.2");
}

TEST(WorkerProgram, EveryListedScenarioThatIsFineCanBeRun) {
  std::string requests;
  for (const std::string& line : answers_to("list\n", {"fake/equal", "fake/p*", "fake/<*", "fake/[mt]*"})) {
    if (line == wire::kEnd) continue;
    const Scenario scenario = wire::decode_scenario(line);
    for (const Variant& variant : scenario.variants) {
      requests += wire::encode_open({scenario.name, variant.name, scenario.points.front().parameters});
      requests += "\nrun 10\nclose\n";
    }
  }
  const std::vector<std::string> answers = answers_to(requests);
  ASSERT_EQ(answers.size(), 2u * 3u * 6u);  // two variants of six scenarios
  for (std::size_t i = 0; i < answers.size(); i += 3) {
    EXPECT_EQ(answers[i], "opened");
    EXPECT_EQ(wire::decode_sample(answers[i + 1]).iterations, 10u);
    EXPECT_EQ(answers[i + 2], "closed");
  }
}

TEST(WorkerProgram, ThePatternsSayWhatIsOffered) {
  EXPECT_THAT(answers_to("list\n", {"fake/slower_*"}),
              ElementsAre(HasSubstr("fake/slower_2"), HasSubstr("fake/slower_10"), "end"));
  EXPECT_THAT(answers_to("list\n"), ::testing::SizeIs(::testing::Ge(20u)));
}

TEST(WorkerProgram, VariantsAgreeOnTheAnswerUnlessTheyAreWrong) {
  const auto checksum = [](const std::string& scenario, const std::string& variant) {
    return wire::decode_sample(answers_to(open_line(scenario, variant) + "run 100\n").at(1)).checksum;
  };
  EXPECT_EQ(checksum("fake/slower_10", "steady"), checksum("fake/slower_10", "changed"));
  EXPECT_EQ(checksum("fake/tail", "steady"), checksum("fake/tail", "changed"));
  EXPECT_NE(checksum("fake/wrong_answer", "steady"), checksum("fake/wrong_answer", "changed"));
}

TEST(WorkerProgram, OwnMetricsAreTotals) {
  const auto answers = answers_to(open_line("fake/metric", "steady") + "run 100\n");
  EXPECT_EQ(wire::decode_sample(answers.at(1)).values.back(), (std::pair<std::string, double>("allocations", 1000)));
}

TEST(WorkerProgram, AnErrorLeavesItAlive) {
  EXPECT_THAT(answers_to(open_line("fake/error", "changed") + "run 1\nclose\n" +
                         open_line("fake/error_on_open", "changed") + open_line("fake/equal", "steady") + "run 1\n"),
              ElementsAre("opened", "error the queue lost an element", "closed", HasSubstr("needs a file"), "opened",
                          StartsWith("sample 1 ")));
}

TEST(WorkerProgram, NothingButTheProtocolReachesStdoutAndAQuietScenarioLeavesStderrEmpty) {
  const ProgramResult result = converse(open_line("fake/equal", "steady") + "run 1000\nrun 1000\n");
  EXPECT_EQ(lines_of(result.out).size(), 4u);
  EXPECT_EQ(result.err, "");
}

TEST(WorkerProgram, TheEnvironmentOfGoogleBenchmarkChangesNothing) {
  const std::string file = ::testing::TempDir() + "tandem_worker_program_test.json";
  std::filesystem::remove(file);
  const ProgramResult result =
      run_program({"/usr/bin/env", "BENCHMARK_REPETITIONS=3", "BENCHMARK_LIST_TESTS=true", "BENCHMARK_OUT=" + file,
                   "BENCHMARK_MIN_WARMUP_TIME=0.2", "BENCHMARK_FILTER=nothing", fake_worker(), "--tandem_worker"},
                  open_line("fake/equal", "steady") + "run 10\nrun 20\n");
  ASSERT_EQ(lines_of(result.out).size(), 4u) << result.out << result.err;
  EXPECT_EQ(wire::decode_sample(lines_of(result.out)[3]).iterations, 20u);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(WorkerProgram, TheStackOffsetIsTakenOrRefused) {
  EXPECT_THAT(answers_to(open_line("fake/equal", "steady") + "run 10\n", {"--tandem_stack_offset=4080"}),
              ElementsAre("opened", StartsWith("sample 10 ")));
  for (const std::string bad : {"", "x", "-16", "99999999", "16k"}) {
    const ProgramResult result = converse("list\n", {"--tandem_stack_offset=" + bad});
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_THAT(result.err, HasSubstr("--tandem_stack_offset=" + bad));
  }
}

TEST(FakeWorker, MisbehavesAsNamed) {
  const auto misbehaviour = [](const std::string& scenario) {
    return converse(open_line(scenario, "changed") + "run 10\n");
  };
  EXPECT_EQ(misbehaviour("fake/crash_on_open").signal, SIGSEGV);
  EXPECT_THAT(misbehaviour("fake/crash_on_run").err, HasSubstr("last line before the crash"));
  EXPECT_THAT(misbehaviour("fake/crash_on_run").out, ::testing::EndsWith("opened\n"));
  EXPECT_EQ(misbehaviour("fake/exit_on_run").exit_status, 0);
  EXPECT_THAT(misbehaviour("fake/exit_on_run").out, ::testing::EndsWith("opened\n"));
  EXPECT_GT(misbehaviour("fake/big_stderr").err.size(), 1u << 20);
  EXPECT_THAT(lines_of(misbehaviour("fake/garbage").out).at(2), StartsWith("BM_changed/8"));
  EXPECT_EQ(run_program({fake_worker(), "--greet", "hello", "--tandem_worker"}, "list\n").out, "hello\n");
  const ProgramResult dead = run_program({fake_worker(), "--die", "last words", "--tandem_worker"});
  EXPECT_EQ(dead.exit_status, 3);
  EXPECT_EQ(dead.err, "last words\n");
}

// Without the worker flag it is a plain Google Benchmark program.
TEST(PlainProgram, ListsEveryVariantAtEveryPoint) {
  const ProgramResult result = run_program({fake_worker(), "--benchmark_list_tests"});
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_THAT(lines_of(result.out),
              AllOf(Contains("fake/points/steady/units:50/order:sorted"),
                    Contains("fake/points/changed/units:100/order:shuffled"), Contains("fake/equal/changed"),
                    Contains("fake/threads/steady/process_time/real_time"),
                    Contains("fake/hang_on_open/changed")));  // listed, so not opened
}

TEST(PlainProgram, WritesJsonWithItsBuild) {
  const ProgramResult result = run_program({fake_worker(), "--benchmark_filter=fake/(equal|points)/steady",
                                            "--benchmark_min_time=0.001", "--benchmark_format=json"});
  ASSERT_EQ(result.exit_status, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["benchmarks"].size(), 3u);
  EXPECT_THAT(std::string(json["context"]["flags"]), HasSubstr("-O"));
  EXPECT_FALSE(json["benchmarks"][0].contains("tandem checksum, high half"));
}

TEST(PlainProgram, AFailingScenarioIsMarkedAndTheOthersRun) {
  const ProgramResult result = run_program({fake_worker(), "--benchmark_filter=fake/(equal|error)", "fake/equal",
                                            "fake/error*", "--benchmark_min_time=0.001", "--benchmark_format=json"});
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["benchmarks"].size(), 6u);
  int failed = 0;
  for (const auto& one : json["benchmarks"]) failed += one.value("error_occurred", false) ? 1 : 0;
  EXPECT_EQ(failed, 2);  // fake/error/changed and fake/error_on_open/changed
}

TEST(PlainProgram, AnUnknownFlagIsBadUsage) {
  const ProgramResult result = run_program({fake_worker(), "--benchmark_filtre=x"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.err, HasSubstr("--benchmark_filtre=x"));
}

}  // namespace
}  // namespace harness::measure::testing
