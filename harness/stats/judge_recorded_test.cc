#include "harness/stats/judge_recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace harness::stats {
namespace {

using Values = std::vector<double>;

struct Named {
  std::string name;
  Values values;
  std::string unit = "ns";
  std::optional<Direction> direction = Direction::LowerIsBetter;
  Side side = Side::Alone;
};

// A file whose scenarios have one metric each.
Recording recording_of(const std::vector<Named>& all) {
  Recording recording{.source = "folder/file.json", .format = "google-benchmark"};
  for (const Named& one : all) {
    recording.metrics.push_back({"wall_time", one.unit, one.direction});
    const auto n = static_cast<std::int64_t>(one.values.size());
    recording.scenarios.push_back(
        {one.name, {}, one.side, "", {{recording.metrics.size() - 1, Statistic::Sample, n, one.values, {}, {}}}});
  }
  return recording;
}

RecordedVerdicts judged(const std::vector<Named>& before, const std::vector<Named>& after, const RecordedRule& rule = {}) {
  const Recording one = recording_of(before);
  const Recording other = recording_of(after);
  return judge_recorded({&one, 1}, {&other, 1}, rule);
}

bool mentions(const std::vector<std::string>& sentences, const std::string& words) {
  return std::ranges::any_of(sentences, [&](const auto& one) { return one.find(words) != std::string::npos; });
}

const Values kTen{100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.1, 99.9, 100.3};

Values scaled(Values values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

TEST(JudgeRecorded, ShiftedSamplesAreCalled) {
  const auto verdicts = judged({{"x", kTen}, {"y", kTen}}, {{"x", scaled(kTen, 0.5)}, {"y", scaled(kTen, 2)}});
  ASSERT_EQ(verdicts.comparisons.size(), 2u);
  const Comparison& x = verdicts.comparisons[0];
  EXPECT_EQ(x.verdict, Verdict::Improved);
  EXPECT_NEAR(x.median->ratio, 2, 1e-12);
  EXPECT_NEAR(x.mean->ratio, 2, 1e-12);
  EXPECT_LT(x.decision->interval->low, 2);
  EXPECT_GT(x.decision->interval->high, 2);
  EXPECT_EQ(x.launch_pairs, 0);
  EXPECT_EQ(x.recorded->before.n, 10);
  EXPECT_EQ(verdicts.comparisons[1].verdict, Verdict::Regressed);
  EXPECT_TRUE(mentions(verdicts.notes, "compared unpaired"));
  EXPECT_TRUE(mentions(verdicts.notes, "over the 2 that both sides have: x1."));
}

TEST(JudgeRecorded, MoreOfARateIsBetter) {
  const Named before{"x", kTen, "calls/s", Direction::HigherIsBetter};
  const auto verdicts = judged({before}, {{"x", scaled(kTen, 2), "calls/s", Direction::HigherIsBetter}});
  EXPECT_EQ(verdicts.comparisons[0].verdict, Verdict::Improved);
  EXPECT_NEAR(verdicts.comparisons[0].median->ratio, 2, 1e-12);
}

TEST(JudgeRecorded, UnitsAreConvertedOrSaid) {
  const auto verdicts = judged({{"x", {990, 990, 990, 990}}, {"y", {1}}}, {{"x", {1.1, 1.1, 1.1, 1.1}, "us"}, {"y", {1}, "bytes"}});
  ASSERT_EQ(verdicts.comparisons.size(), 1u);
  EXPECT_NEAR(*verdicts.comparisons[0].after_median, 1100, 1e-9);
  EXPECT_EQ(verdicts.comparisons[0].verdict, Verdict::Regressed);
  EXPECT_TRUE(mentions(verdicts.notes, "1 in units that do not convert into each other: wall_time of y."));
}

TEST(JudgeRecorded, OnlyWhatBothHaveIsComparedAndTheRestIsSaid) {
  const auto verdicts = judged({{"x", {1}}, {"gone", {2}}}, {{"new", {3}}, {"x", {1}}});
  EXPECT_EQ(verdicts.comparisons.size(), 1u);
  EXPECT_TRUE(mentions(verdicts.notes, "1 only before: gone."));
  EXPECT_TRUE(mentions(verdicts.notes, "1 only after: new."));
  EXPECT_FALSE(mentions(verdicts.notes, "Geometric mean"));  // of one there is none
}

TEST(JudgeRecorded, TooFewValuesAreNeverCalled) {
  const auto verdicts = judged({{"one", {10}}, {"three", {10, 11, 12}}}, {{"one", {20}}, {"three", {20, 21, 22}}});
  for (const Comparison& c : verdicts.comparisons) {
    EXPECT_EQ(c.verdict, Verdict::Undecided);
    EXPECT_FALSE(c.decision->interval);
  }
  EXPECT_TRUE(mentions(verdicts.comparisons[0].warnings, "one value on each side"));
  EXPECT_TRUE(mentions(verdicts.comparisons[1].warnings, "3 and 3 values cannot decide"));
}

TEST(JudgeRecorded, AFileAgainstItselfIsUnchanged) {
  for (const Comparison& c : judged({{"x", {5}}, {"y", kTen}}, {{"x", {5}}, {"y", kTen}}).comparisons) {
    EXPECT_EQ(c.verdict, Verdict::Unchanged);
    EXPECT_EQ(c.median->ratio, 1.0);
  }
}

TEST(JudgeRecorded, EqualRepetitionsThatMovedAreCalled) {
  const auto verdicts = judged({{"x", Values(4, 115.0)}}, {{"x", Values(5, 79.0)}});
  EXPECT_EQ(verdicts.comparisons[0].verdict, Verdict::Improved);
}

TEST(JudgeRecorded, ZeroHasNoRatioAndIsNoError) {
  const auto verdicts = judged({{"zero", Values(5, 0.0)}, {"cost", Values(5, 0.0)}, {"gone", {1, 1, 1}}},
                               {{"zero", Values(5, 0.0)}, {"cost", {1, 2, 3, 4, 5}}, {"gone", {0, 0, 0}}});
  EXPECT_EQ(verdicts.comparisons[0].verdict, Verdict::Unchanged);
  EXPECT_EQ(verdicts.comparisons[1].verdict, Verdict::Regressed);
  EXPECT_FALSE(verdicts.comparisons[1].median);
  EXPECT_TRUE(mentions(verdicts.comparisons[1].warnings, "a new cost"));
  EXPECT_FALSE(verdicts.comparisons[2].median);
}

TEST(JudgeRecorded, TinyAndHugeRatiosStayWhatTheyAre) {
  const auto verdicts = judged({{"x", {1e6}}, {"y", {1}}}, {{"x", {1}}, {"y", {1000}}});
  EXPECT_DOUBLE_EQ(verdicts.comparisons[0].median->ratio, 1e6);
  EXPECT_DOUBLE_EQ(verdicts.comparisons[1].median->ratio, 1e-3);
}

TEST(JudgeRecorded, MediansAndMeansOfOthersAreSaid) {
  Recording before = recording_of({{"x", {100}}});
  before.scenarios[0].series[0].statistic = Statistic::Mean;
  before.scenarios[0].series[0].n = 10;
  const Recording after = recording_of({{"x", {90}}});
  const auto verdicts = judge_recorded({&before, 1}, {&after, 1}, {});
  EXPECT_TRUE(mentions(verdicts.comparisons[0].warnings, "a mean of 10 against 1 sample"));
  EXPECT_EQ(verdicts.comparisons[0].recorded->before.n, 10);
}

TEST(JudgeRecorded, FilesOfOneSideArePooled) {
  const std::vector<Recording> before{recording_of({{"x", kTen}}), recording_of({{"x", kTen}, {"y", {1}}})};
  const Recording after = recording_of({{"x", kTen}, {"y", {1}}});
  const auto verdicts = judge_recorded(before, {&after, 1}, {});
  EXPECT_EQ(verdicts.comparisons[0].recorded->before.n, 20);
  EXPECT_EQ(verdicts.comparisons[0].recorded->after.n, 10);
  EXPECT_EQ(verdicts.comparisons[0].before.variant.name, "before");
  EXPECT_EQ(verdicts.comparisons[0].after.variant.name, "file.json");
  EXPECT_EQ(verdicts.comparisons.size(), 2u);
}

TEST(JudgeRecorded, WhatHasNoDirectionIsJudgedOnlyWhenAsked) {
  const std::vector<Named> counter{{"x", kTen, "count", std::nullopt}};
  EXPECT_TRUE(judged(counter, counter).comparisons.empty());
  EXPECT_EQ(judged(counter, counter, {.metric = "wall*"}).comparisons.size(), 1u);
}

TEST(JudgeRecorded, ContextsThatDifferAreSaid) {
  Recording before = recording_of({{"x", {1}}});
  Recording after = before;
  before.context = {{"library_build_type", "release"}, {"executable", "./a"}};
  after.context = {{"library_build_type", "debug"}, {"executable", "./b"}};
  const auto notes = judge_recorded({&before, 1}, {&after, 1}, {}).notes;
  EXPECT_TRUE(mentions(notes, "differ in library_build_type: before release, after debug"));
  EXPECT_FALSE(mentions(notes, "executable"));
}

// A thousand comparisons in which nothing changed: a single one that is called would be one too many most of the time.
TEST(JudgeRecorded, PureNoiseIsHardlyEverCalled) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(100, 2);
  std::vector<Named> before, after;
  for (int i = 0; i < 1000; ++i) {
    Values one(10), other(10);
    for (double& value : one) value = noise(random);
    for (double& value : other) value = noise(random);
    before.push_back({"b" + std::to_string(i), one});
    after.push_back({"b" + std::to_string(i), other});
  }
  const auto verdicts = judged(before, after);
  const auto called = std::ranges::count_if(verdicts.comparisons, [](const Comparison& c) {
    return c.verdict != Verdict::Undecided && c.verdict != Verdict::Unchanged;
  });
  EXPECT_LE(called, 2);
}

TEST(JudgeSides, ComparesTheSidesOfARecording) {
  const Recording both = recording_of({{"total", {4419.16, 4433.7, 4430.2, 4395.23, 4346.59}, "ms", Direction::LowerIsBetter, Side::Before},
                                       {"total", {4181.83, 4103.07, 4183.71, 4121.75, 4133.22}, "ms", Direction::LowerIsBetter, Side::After},
                                       {"alone", {1}}});
  const auto verdicts = judge_sides({&both, 1}, {});
  ASSERT_EQ(verdicts.comparisons.size(), 1u);
  const Comparison& c = verdicts.comparisons[0];
  EXPECT_DOUBLE_EQ(*c.before_median, 4419.16);
  EXPECT_DOUBLE_EQ(*c.after_median, 4133.22);
  EXPECT_NEAR(*c.before_mean, 4404.976, 1e-9);
  EXPECT_NEAR(*c.after_mean, 4144.716, 1e-9);
  EXPECT_EQ(c.verdict, Verdict::Improved);
  EXPECT_EQ(c.rule, "unpaired/1 confidence=0.95 tolerance=0.01");
}

}  // namespace
}  // namespace harness::stats
