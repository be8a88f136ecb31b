#include "cli/benchmark_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/model/error.h"

namespace cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const BenchmarkNames kBefore{"v1/bench", {"BM_a", "BM_b/8", "BM_gone", "BM_twice"}, {"BM_twice"}};
const BenchmarkNames kAfter{"v2/bench", {"BM_b/8", "BM_new", "BM_a", "BM_twice"}, {}};

std::string refusal(const BenchmarkNames& before, const BenchmarkNames& after, const std::string& filter) {
  try {
    match_names(before, after, filter);
  } catch (const harness::UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(MatchNames, WhatBothHaveInTheOrderOfBefore) {
  const MatchedNames matched = match_names(kBefore, kAfter, "");
  EXPECT_THAT(matched.common, ElementsAre("BM_a", "BM_b/8"));
  EXPECT_THAT(matched.notes, ElementsAre("Only in v1/bench, so not compared: BM_gone.",
                                         "Only in v2/bench, so not compared: BM_new.",
                                         "Names of several benchmarks of one program, so not compared: BM_twice."));
}

TEST(MatchNames, AFilterIsARegularExpressionAnywhereInTheName) {
  EXPECT_THAT(match_names(kBefore, kAfter, "b/[0-9]+$").common, ElementsAre("BM_b/8"));
  EXPECT_THAT(match_names(kBefore, kAfter, "^BM_[ab]").notes, IsEmpty());
}

TEST(MatchNames, NothingLeftIsRefusedWithItsReason) {
  EXPECT_THAT(refusal(kBefore, kAfter, "BM_gone"), HasSubstr("no benchmark in common that --filter matches"));
  EXPECT_THAT(refusal(kBefore, {"other", {"x"}, {}}, ""), HasSubstr("v1/bench and other have no benchmark in common"));
  EXPECT_THAT(refusal(kBefore, kAfter, "BM_gonee"), HasSubstr("the closest are: BM_gone"));
  EXPECT_THAT(refusal(kBefore, kAfter, "(["), HasSubstr("is no regular expression"));
}

}  // namespace
}  // namespace cli
