#include "engine/scenarios/reported.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine::scenarios {
namespace {

using harness::Direction;

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double middle(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

TEST(Reported, EachSpeedupIsTheRatioOfItsSides) {
  for (const ReportedFigure& figure : reported_figures()) {
    const bool lower = figure.metric.direction == Direction::LowerIsBetter;
    const double ratio = lower ? figure.before / figure.after : figure.after / figure.before;
    EXPECT_NEAR(figure.speedup, ratio, 0.00005) << figure.source << " " << figure.metric.name;
  }
}

TEST(Reported, EachStatisticIsThatOfItsSamples) {
  int with_samples = 0;
  for (const ReportedFigure& figure : reported_figures()) {
    if (figure.before_samples.empty()) continue;
    ++with_samples;
    EXPECT_EQ(figure.before_samples.size(), static_cast<std::size_t>(figure.samples));
    EXPECT_EQ(figure.after_samples.size(), static_cast<std::size_t>(figure.samples));
    const auto statistic = figure.statistic == "median" ? middle : +[](std::vector<double> v) { return mean(v); };
    EXPECT_NEAR(statistic(figure.before_samples) / figure.before, 1, 1e-4) << figure.source;
    EXPECT_NEAR(statistic(figure.after_samples) / figure.after, 1, 1e-4) << figure.source;
  }
  EXPECT_GE(with_samples, 4);
}

TEST(Reported, AHeadlineIsAFigureOfItsScenarioAndTheOnlyOne) {
  std::vector<std::string> headlines;
  for (const ReportedFigure& figure : reported_figures()) {
    for (const std::string& scenario : figure.headline_of) {
      EXPECT_THAT(figure.scenarios, testing::Contains(scenario));
      EXPECT_THAT(headlines, testing::Not(testing::Contains(scenario)));
      headlines.push_back(scenario);
    }
  }
  EXPECT_THAT(headlines,
              testing::UnorderedElementsAre("client/in_flight_set", "client/op_storage", "fs/block_map", "fs/reopen",
                                            "log/blocking_queue", "log/wal_append", "tablet/presence_check",
                                            "loadgen/insert", "loadgen/upsert_sorted"));
}

TEST(Reported, TheHeadlinesAreWhatTheSourcesSay) {
  EXPECT_EQ(reported("client/in_flight_set").speedup, 1.2776);   // "around 27%"
  EXPECT_EQ(reported("fs/block_map").speedup, 7.5906);           // "108.910s" to "14.348s"
  EXPECT_EQ(reported("fs/reopen").speedup, 1.6781);              // 2.597 s to 1.548 s
  EXPECT_EQ(reported("tablet/presence_check").speedup, 1.0692);  // "Median speedup: 6.5%" is of the time
  EXPECT_EQ(reported("tablet/presence_check").source, "Apache Kudu, Gerrit change 24615 patch set 4");
  EXPECT_THAT(reported("log/wal_append").note, testing::HasSubstr("mean of 3"));
  EXPECT_THAT(reported("client/op_storage").note, testing::HasSubstr("single run"));
}

TEST(Reported, APointAndAVariantHaveTheirOwnFigure) {
  EXPECT_EQ(reported("log/blocking_queue").speedup, 1.3542);
  EXPECT_EQ(reported("log/blocking_queue", "2 writers, 1 reader").speedup, 1.6023);
  EXPECT_EQ(reported("client/in_flight_set").variant, "");
  EXPECT_EQ(reported("loadgen/insert").variant, "after: op set only");
}

TEST(Reported, EveryHeadlineSaysWhyItMayComeOutDifferently) {
  for (const ReportedFigure& figure : reported_figures()) {
    for (const std::string& scenario : figure.headline_of) EXPECT_NE(reported(scenario).caveat, "") << scenario;
  }
}

TEST(ReportedDeathTest, AScenarioWithoutAHeadlineIsAMistakeOfTheProgrammer) {
  EXPECT_DEATH(reported("client/in_flight_sets"), "'client/in_flight_sets' has no headline");
  EXPECT_DEATH(reported("fs/reopen", "2 writers"), "'fs/reopen' has no point '2 writers'");
}

}  // namespace
}  // namespace engine::scenarios
