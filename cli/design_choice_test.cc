#include "cli/design_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/model/error.h"

namespace cli {
namespace {

using harness::drive::CommandDesign;
using harness::drive::CommandShape;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr CommandShape kComputes{.wall_time = 100e6, .cpu_time = 99e6};
constexpr CommandShape kWaits{.wall_time = 100e6, .cpu_time = 3e6};
constexpr CommandShape kParallel{.wall_time = 100e6, .cpu_time = 190e6, .most_threads = 3};

DesignQuestion question() { return {.metric = "auto", .shapes = {kComputes, kComputes}}; }

void expect_alternation(const DesignQuestion& asked, const std::string& reason) {
  const DesignChoice choice = choose_design(asked);
  EXPECT_THAT(choice.designs, ElementsAre(CommandDesign::Alternate));
  EXPECT_THAT(choice.sentence, HasSubstr(reason));
}

TEST(ChooseDesign, ADuetDecidesAndAlternationGivesTheSize) {
  EXPECT_THAT(choose_design(question()).designs, ElementsAre(CommandDesign::Duet, CommandDesign::Alternate));
  EXPECT_THAT(choose_design(question()).sentence, HasSubstr("Decided by duet"));
}

TEST(ChooseDesign, AlternationWhereADuetWouldNotDo) {
  DesignQuestion waiting = question();
  waiting.shapes.back() = kWaits;
  expect_alternation(waiting, "wait 97 % of their time");
  DesignQuestion parallel = question();
  parallel.shapes.front() = kParallel;
  expect_alternation(parallel, "several CPUs");
  DesignQuestion exclusive = question();
  exclusive.sharing = Sharing::Exclusive;
  expect_alternation(exclusive, "--exclusive");
  DesignQuestion prepared = question();
  prepared.preparation = Preparation::BeforeEachRun;
  expect_alternation(prepared, "--prepare");
  for (const char* const metric : {"wall_time", "max_rss", "throughput"}) {
    DesignQuestion other = question();
    other.metric = metric;
    expect_alternation(other, metric);
  }
}

TEST(ChooseDesign, WhoeverAsksForCpuTimeGetsIt) {
  DesignQuestion asked = question();
  asked.shapes = {kWaits, kWaits};
  asked.metric = "cpu_time";
  EXPECT_THAT(choose_design(asked).designs, ElementsAre(CommandDesign::Duet, CommandDesign::Alternate));
}

TEST(ChooseDesign, WhatIsAskedForIsDone) {
  DesignQuestion asked = question();
  asked.shapes = {kWaits, kWaits};
  asked.asked = CommandDesign::Duet;
  EXPECT_THAT(choose_design(asked).designs, ElementsAre(CommandDesign::Duet));
  asked.shapes = {kComputes};
  asked.asked = CommandDesign::Alternate;
  EXPECT_THAT(choose_design(asked).designs, ElementsAre(CommandDesign::Alternate));
}

TEST(ChooseDesign, ContradictionsAreRefused) {
  DesignQuestion asked = question();
  asked.asked = CommandDesign::Duet;
  asked.metric = "wall_time";
  EXPECT_THROW(choose_design(asked), harness::UsageError);
  asked.metric = "auto";
  asked.sharing = Sharing::Exclusive;
  EXPECT_THROW(choose_design(asked), harness::UsageError);
}

TEST(ThreadsOf, CountsCpusThatThreadsOfChildrenKeptBusy) {
  EXPECT_EQ(threads_of({kComputes}), 1);
  EXPECT_EQ(threads_of({kComputes, kParallel}), 3);
  EXPECT_EQ(threads_of({CommandShape{.wall_time = 1, .cpu_time = 1.5}}), 2);
}

}  // namespace
}  // namespace cli
