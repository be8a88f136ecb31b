#include "harness/measure/batch.h"

#include <benchmark/benchmark.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/model/error.h"

namespace harness::measure {
namespace {

class Batch : public testing::Test {
 protected:
  ~Batch() override { benchmark::ClearRegisteredBenchmarks(); }

  // A benchmark that notes that it ran.
  benchmark::internal::Benchmark* add(const std::string& name) {
    return benchmark::RegisterBenchmark(name.c_str(), [this, name](benchmark::State& state) {
      for (auto _ : state) {
      }
      ran_.push_back(name);
    });
  }

  std::vector<std::string> ran_;
};

TEST_F(Batch, RunsExactlyTheIterationsAskedFor) {
  add("one")->Iterations(1234);
  EXPECT_EQ(run_batch("^one/").iterations, 1234);
  EXPECT_EQ(ran_.size(), 1u);
}

TEST_F(Batch, AnExactFilterFindsOneName) {
  const std::vector<std::string> names = {"a.b",         "axb",     "a.b/c", "sum(int*)+[1]{2}|^$?",
                                          "back\\slash", "<img x>", "-minus"};
  for (const std::string& name : names) add(name)->Iterations(1);
  for (const std::string& name : names) {
    ran_.clear();
    run_batch(exact_filter(name + "/iterations:1"));
    EXPECT_EQ(ran_, std::vector{name});
  }
}

TEST_F(Batch, NothingFoundIsAnError) {
  add("one")->Iterations(1);
  EXPECT_THROW(run_batch(exact_filter("two")), Error);
}

TEST_F(Batch, ASkippedBenchmarkIsAnErrorWithItsMessage) {
  benchmark::RegisterBenchmark("skips", [](benchmark::State& state) { state.SkipWithError("no disk"); })->Iterations(1);
  try {
    run_batch("skips");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no disk");
  }
}

TEST_F(Batch, PrintsNothing) {
  add("one")->Iterations(1);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  run_batch("one");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace harness::measure
