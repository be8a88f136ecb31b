#include "results/formats/trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/formats/formats.h"
#include "results/formats/testing/made_up_report.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(CanarySentences, SayWhatCameOut) {
  EXPECT_THAT(canary_sentences(made_up_report().canaries),
              ElementsAre("example/set ops=1000: A/A x1.001 [0.997, 1.005] unchanged; +2 % work found as x0.981 "
                          "[0.976, 0.986], +1.9 %"));
}

TEST(CanarySentences, SayWhatWasNotFound) {
  std::vector<Comparison> canaries = made_up_report().canaries;
  canaries[1].decision->interval->high = 1.01;
  EXPECT_THAT(canary_sentences(canaries).at(0), HasSubstr("; +2 % work not found, x0.981 [0.976, 1.010], +1.9 %"));
  canaries[1].decision->interval.reset();
  EXPECT_THAT(canary_sentences(canaries).at(0), HasSubstr("not found, x0.981 [no interval]"));
  canaries[0].failure = harness::Failure{harness::Stage::Run, "", "it crashed", ""};
  EXPECT_THAT(canary_sentences(canaries).at(0), HasSubstr("A/A failed: it crashed"));
}

TEST(CanarySentences, EachTrialHasItsOwn) {
  std::vector<Comparison> canaries = made_up_report().canaries;
  canaries.push_back(canaries[0]);
  canaries.push_back(canaries[1]);
  EXPECT_EQ(canary_sentences(canaries).size(), 2U);
}

harness::Report unsteady_report() {
  harness::Report report = made_up_report();
  report.canaries[0].verdict = Verdict::Regressed;
  report.canaries[0].estimates.assign(8, {.log_speedup = -0.02});
  report.canaries[1].decision->interval->high = 1.01;
  return report;
}

TEST(Doubts, StandBeforeTheTableInEveryFormatForPeople) {
  const std::vector<std::string> doubts = doubts_of(unsteady_report());
  ASSERT_EQ(doubts.size(), 2U);
  EXPECT_THAT(doubts[0], HasSubstr("the machine was not steady"));
  EXPECT_THAT(doubts[1], HasSubstr("was not found"));
  const std::string text = format_named("text").write(unsteady_report());
  EXPECT_LT(text.find("!! the machine was not steady"), text.find("example/queue"));
  const std::string markdown = format_named("markdown").write(unsteady_report());
  EXPECT_LT(markdown.find("> **the machine was not steady"), markdown.find("example/queue"));
  EXPECT_THAT(format_named("json").write(unsteady_report()), HasSubstr("no verdict of this run stands"));
}

TEST(Doubts, AreNoneWhereAllIsWell) {
  EXPECT_THAT(doubts_of(made_up_report()), IsEmpty());
  EXPECT_THAT(format_named("text").write(made_up_report()), Not(HasSubstr("!!")));
}

// Twelve scenarios, each a little slower.
harness::Report leaning_report() {
  harness::Report report = made_up_report();
  Comparison slower = report.comparisons[3];
  slower.decision = harness::Speedup{0.996, harness::Interval{0.994, 0.998}};
  report.comparisons.assign(12, slower);
  return report;
}

TEST(Doubts, ASuiteThatLeansOneWayIsSuspect) {
  EXPECT_THAT(doubts_of(leaning_report()),
              ElementsAre(HasSubstr("nearly the whole suite leans one way by less than the tolerance (0 faster, 12 "
                                    "slower)")));
}

TEST(SuiteSentence, IsTheGeometricMeanWithWhatWasLeftOut) {
  const harness::Report report = made_up_report();
  const auto overview = overview_of(report);
  ASSERT_TRUE(overview);
  const std::string sentence = suite_sentence(*overview);
  EXPECT_THAT(sentence, HasSubstr("the geometric mean of 7 median speedups; "));
  EXPECT_THAT(sentence, HasSubstr("Left out, having no speedup: example/map blocks=8"));
  EXPECT_THAT(format_named("text").write(report), HasSubstr("The suite as a whole: "));
  EXPECT_THAT(format_named("markdown").write(report), HasSubstr("The suite as a whole: "));
}

TEST(SuiteSentence, AChangeMeasuredInTwoDesignsCountsOnce) {
  harness::Report report = made_up_report();
  report.comparisons.resize(1);
  report.comparisons.push_back(report.comparisons.front());
  report.comparisons[0].parameters = {{"design", "duet"}};
  report.comparisons[1].parameters = {{"design", "alternate"}};
  EXPECT_FALSE(overview_of(report));
}

TEST(SuiteSentence, NeedsASuite) {
  harness::Report report = made_up_report();
  report.comparisons.resize(1);
  EXPECT_FALSE(overview_of(report));
  EXPECT_FALSE(overview_of({}));
}

// Whatever a row owes its reader is said in every form.
TEST(EveryFormatForPeople, SaysWhatUndecidedAndMixedRowsOwe) {
  harness::Report report = made_up_report();
  report.comparisons[0].warnings = {"wall-only: the clocks disagree; cpu_time says unchanged (x1.000) and decides, "
                                    "wall_time says regressed (x0.900)"};
  for (const char* name : {"text", "markdown", "json"}) {
    std::string written = format_named(name).write(report);
    for (std::size_t at = written.find('\n'); at != std::string::npos; at = written.find('\n')) written[at] = ' ';
    while (written.find("  ") != std::string::npos) written.erase(written.find("  "), 1);
    EXPECT_THAT(written, HasSubstr("wall-only: the clocks disagree")) << name;
    EXPECT_THAT(written, HasSubstr("mixed")) << name;
    EXPECT_THAT(written, HasSubstr("median and mean disagree")) << name;
    EXPECT_THAT(written, HasSubstr("the tolerance is this machine's noise floor")) << name;
    const bool json = std::string(name) == "json";
    EXPECT_THAT(written, HasSubstr(json ? "\"minimum_detectable_effect\": 0.018" : "can see 1.8 %")) << name;
    EXPECT_THAT(written, HasSubstr(json ? "\"launch_pairs_needed\": 40" : "1 % needs about 40")) << name;
  }
}

}  // namespace
}  // namespace results::formats
