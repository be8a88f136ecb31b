#include "cli/gate.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

using harness::Comparison;
using harness::Verdict;

constexpr const char* kToday = "2026-11-30";

Comparison made_up(const std::string& scenario, Verdict verdict, double speedup = 1) {
  Comparison comparison;
  comparison.scenario = scenario;
  comparison.parameters = {{"n", 1}};
  comparison.metric = {.name = "cpu_time", .unit = "ns/op", .direction = harness::Direction::LowerIsBetter};
  comparison.verdict = verdict;
  comparison.median = {.ratio = speedup, .interval = {}};
  comparison.mean = {.ratio = speedup, .interval = {}};
  return comparison;
}

harness::Report report_of(std::vector<Comparison> comparisons) {
  harness::Report report;
  report.run.state = harness::RunState::Done;
  report.comparisons = std::move(comparisons);
  return report;
}

constexpr double kFivePercent = 1 / 1.05;  // the speedup of something that takes 5 % longer

TEST(GateTest, OnlyAConfirmedRegressionFails) {
  const auto fine = report_of({made_up("a", Verdict::Improved, 1.2), made_up("b", Verdict::Unchanged),
                               made_up("c", Verdict::Undecided, 0.9)});
  EXPECT_EQ(gate(fine, {}, kToday).status, kFine);
  EXPECT_TRUE(gate(fine, {}, kToday).findings.empty());
  const auto regressed = gate(report_of({made_up("a", Verdict::Regressed, kFivePercent)}), {}, kToday);
  EXPECT_EQ(regressed.status, kRegressed);
  ASSERT_EQ(regressed.findings.size(), 1u);
  EXPECT_EQ(regressed.findings[0].sentence, "a n=1 regressed by 5 %: that fails the gate");
}

TEST(GateTest, ARegressionFailsWhateverElseIsAskedFor) {
  Config config;
  config.fail_on.override({Verdict::Undecided});
  EXPECT_EQ(gate(report_of({made_up("a", Verdict::Regressed, 0.9)}), config, kToday).status, kRegressed);
  EXPECT_EQ(gate(report_of({made_up("a", Verdict::Mixed, 0.9)}), config, kToday).status, kFine);
  EXPECT_EQ(gate(report_of({made_up("a", Verdict::Undecided)}), config, kToday).status, kUndecided);
}

TEST(GateTest, SmallerThanTheLargestThatIsAllowedIsShownAndPasses) {
  Config config;
  config.max_regression.override(0.06);
  const auto small = gate(report_of({made_up("a", Verdict::Regressed, kFivePercent)}), config, kToday);
  EXPECT_EQ(small.status, kFine);
  EXPECT_EQ(small.findings.at(0).sentence, "a n=1 regressed by 5 %: let pass, that is less than gate.max_regression, 6 %");
  config.max_regression.override(0.04);
  EXPECT_EQ(gate(report_of({made_up("a", Verdict::Regressed, kFivePercent)}), config, kToday).status, kRegressed);
}

TEST(GateTest, AnExpectedChangePassesUpToItsSizeAndDay) {
  Config config;
  config.expected.override({{.scenario = "log/*", .regression = 0.06, .until = kToday, .why = "checksums"}});
  const auto status = [&](const Comparison& comparison, const char* today = kToday) {
    return gate(report_of({comparison}), config, today).status;
  };
  EXPECT_EQ(status(made_up("log/append", Verdict::Regressed, kFivePercent)), kFine);
  EXPECT_EQ(status(made_up("log/append", Verdict::Regressed, 1 / 1.07)), kRegressed);
  EXPECT_EQ(status(made_up("fs/append", Verdict::Regressed, kFivePercent)), kRegressed);
  EXPECT_EQ(status(made_up("log/append", Verdict::Regressed, kFivePercent), "2026-12-01"), kRegressed);
}

TEST(GateTest, MixedCountsTheWorseOfMedianAndMean) {
  Comparison tail = made_up("a", Verdict::Mixed, 1.01);
  tail.mean->ratio = kFivePercent;
  EXPECT_NEAR(regression_of(tail), 0.05, 1e-12);
  EXPECT_EQ(gate(report_of({tail}), {}, kToday).status, kRegressed);
}

TEST(GateTest, HigherIsBetterGetsWorseByWhatItLoses) {
  Comparison rate = made_up("a", Verdict::Regressed, 0.9);
  rate.metric.direction = harness::Direction::HigherIsBetter;
  EXPECT_NEAR(regression_of(rate), 0.1, 1e-12);
}

TEST(GateTest, TheFirstThatAppliesIsTheStatus) {
  auto report = report_of({made_up("a", Verdict::Invalid)});
  report.comparisons[0].failure = {.stage = harness::Stage::Run, .message = "crashed"};
  EXPECT_EQ(gate(report, {}, kToday).status, kInvalid);
  EXPECT_EQ(gate(report, {}, kToday).findings.at(0).sentence, "a n=1 could not be measured: crashed");
  report.comparisons.push_back(made_up("b", Verdict::Regressed, 0.5));
  EXPECT_EQ(gate(report, {}, kToday).status, kRegressed);
  report.run.state = harness::RunState::Interrupted;
  EXPECT_EQ(gate(report, {}, kToday).status, kInterrupted);
}

}  // namespace
}  // namespace cli
