#include "harness/stats/sequential.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/model/error.h"
#include "harness/stats/simulated.h"
#include "harness/stats/spending.h"

namespace harness::stats {
namespace {

const Rule kLooks{.looks = {8, 16, 32, 64}};

TEST(Sequential, EachLookHasItsLevel) {
  EXPECT_NEAR(level_at(kLooks, 8), 0.0097, 1e-4);
  EXPECT_NEAR(level_at(kLooks, 16), 0.0105, 1e-4);
  EXPECT_NEAR(level_at(kLooks, 32), 0.0170, 1e-4);
  EXPECT_NEAR(level_at(kLooks, 64), 0.0256, 1e-4);
}

TEST(Sequential, WithoutLooksTheLevelIsWhole) {
  EXPECT_NEAR(level_at({}, 12), 0.05, 1e-15);
  EXPECT_NEAR(level_at({.confidence = 0.99}, 3), 0.01, 1e-15);
}

TEST(Sequential, ANumberBetweenLooksIsALookOfItsOwn) {
  // Interrupted at 20: looks at 8, 16 and 20 of 64 together must not spend more than 20 of 64 allow.
  const std::vector<double> levels{level_at(kLooks, 8), level_at(kLooks, 16), level_at(kLooks, 20)};
  EXPECT_NEAR(overall_level({8, 16, 20}, levels), pocock_spent(0.05, 20.0 / 64), 1e-6);
  EXPECT_LT(level_at(kLooks, 5), level_at(kLooks, 8));
}

TEST(Sequential, MoreThanTheLastLookIsThatLookComeLate) {
  const std::vector<double> levels{level_at(kLooks, 8), level_at(kLooks, 16), level_at(kLooks, 32),
                                   level_at(kLooks, 100)};
  EXPECT_NEAR(overall_level({8, 16, 32, 100}, levels), 0.05, 1e-6);
}

TEST(Sequential, JudgeUsesTheLevelOfTheLook) {
  const Trial trial = simulated_trial({.launch_pairs = 16}, 1);
  const Comparison sequential = judge(trial, kLooks).at(0);
  const Comparison fixed = judge(trial, {.confidence = 1 - level_at(kLooks, 16)}).at(0);
  EXPECT_EQ(sequential.decision, fixed.decision);
  EXPECT_EQ(sequential.median, fixed.median);
  EXPECT_EQ(sequential.mean, fixed.mean);
  EXPECT_EQ(sequential.confidence, 0.95);
  EXPECT_EQ(sequential.rule, "launch-pairs/1 looks=8,16,32,64 confidence=0.95 tolerance=0.01 metric=auto");
}

TEST(Sequential, LaunchPairsNeededAreALook) {
  EXPECT_EQ(judge(trial_of({}), kLooks).at(0).launch_pairs_needed, 8);
  EXPECT_EQ(judge(trial_of({0.1, 0.1, 0.1}), kLooks).at(0).launch_pairs_needed, 16);  // at the level of three
  const Trial wide = trial_of({-0.02, 0.03, -0.01, 0.04, -0.03, 0.01, 0.02, -0.04});
  EXPECT_EQ(judge(wide, Rule{.looks = {8, 1000, 5000}}).at(0).launch_pairs_needed, 1000);
  EXPECT_EQ(judge(wide, Rule{.looks = {8, 9}}).at(0).launch_pairs_needed,
            judge(wide, {.confidence = 1 - level_at(Rule{.looks = {8, 9}}, 8)}).at(0).launch_pairs_needed);
}

Trial clear_trial(int launch_pairs) {
  return trial_of(std::vector<double>(static_cast<std::size_t>(launch_pairs), 0.1));
}

// Every other launch pair says the opposite.
Trial unclear_trial(int launch_pairs) {
  std::vector<double> log_speedups;
  for (int i = 0; i < launch_pairs; ++i) log_speedups.push_back((i % 2 == 0 ? 0.1 : -0.1) * (1 + i / 2));
  return trial_of(log_speedups);
}

TEST(Sequential, IsDecidedOnlyAtALook) {
  for (int n = 1; n < 8; ++n) EXPECT_FALSE(decided(clear_trial(n), kLooks)) << n;
  EXPECT_TRUE(decided(clear_trial(8), kLooks));
  EXPECT_FALSE(decided(clear_trial(9), kLooks));
  EXPECT_TRUE(decided(clear_trial(16), kLooks));
}

TEST(Sequential, IsNotDecidedWhileUndecidedAndEndsAtTheLastLook) {
  EXPECT_FALSE(decided(unclear_trial(8), kLooks));
  EXPECT_FALSE(decided(unclear_trial(32), kLooks));
  EXPECT_FALSE(decided(unclear_trial(63), kLooks));
  EXPECT_TRUE(decided(unclear_trial(64), kLooks));
  EXPECT_TRUE(decided(unclear_trial(65), kLooks));
}

TEST(Sequential, EveryComparisonMustBeDecided) {
  Trial trial = clear_trial(8);
  trial.variants.push_back({{"third", Role::Beyond}, {}});
  for (std::size_t i = 0; i < 8; ++i) {
    std::vector<Batch>& batches = trial.launch_pairs[i].batches;
    for (std::size_t k = batches.size(); k-- > 0;) {
      if (batches[k].variant != 0) continue;
      Batch third = batches[k];
      third.variant = 2;
      for (double& value : third.values) value *= i % 2 == 0 ? 1.1 : 0.9;
      batches.push_back(third);
    }
  }
  ASSERT_EQ(judge(trial, kLooks).at(0).verdict, Verdict::Improved);
  ASSERT_EQ(judge(trial, kLooks).at(1).verdict, Verdict::Undecided);
  EXPECT_FALSE(decided(trial, kLooks));
}

TEST(Sequential, WithoutLooksThePlanDecidesWhenToEnd) { EXPECT_FALSE(decided(clear_trial(64), Rule{})); }

std::vector<LaunchPairEstimate> estimates_of(const std::vector<double>& log_speedups) {
  std::vector<LaunchPairEstimate> estimates;
  for (const double value : log_speedups) estimates.push_back({.log_speedup = value});
  return estimates;
}

TEST(SequentialP, WithoutLooksIsThatOfTheSignedRankTest) {
  EXPECT_NEAR(sequential_p(estimates_of({1, 2, 3, 4, 5, 6}), {}), 2.0 / 64, 1e-15);
  EXPECT_EQ(sequential_p({}, {}), 1);
  EXPECT_EQ(sequential_p({}, kLooks), 1);
}

// Eight of one sign have p = 2 / 256; the first look spends p = overall * 0.19442 (ln(1 + (e - 1) / 8)), so overall is
// 0.0402.
TEST(SequentialP, AtTheFirstLookFollowsFromTheSpending) {
  EXPECT_NEAR(sequential_p(estimates_of({1, 2, 3, 4, 5, 6, 7, 8}), kLooks), 2.0 / 256 / 0.194424, 1e-4);
}

// What was found at an early look stays found, and what no look found is worth more than its plain p.
TEST(SequentialP, IsTheSmallestOverLooks) {
  std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 8; ++i) values.push_back(i % 2 == 0 ? 9 + i : -9 - i);
  EXPECT_NEAR(sequential_p(estimates_of(values), kLooks), 2.0 / 256 / 0.194424, 1e-4);
  const std::vector<double> late{-1, 2, -3, 4, 5, 6, -7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const double plain = sequential_p(estimates_of(late), {});
  const double sequential = sequential_p(estimates_of(late), kLooks);
  EXPECT_LT(plain, 0.01);
  EXPECT_GT(sequential, 2 * plain);
  EXPECT_LT(sequential, 0.05);
}

// The dual of the looks' levels: p is at most 1 - confidence exactly when some look rejects.
TEST(SequentialP, AgreesWithTheLevels) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Trial trial = simulated_trial({.launch_pairs = 16, .log_speedup = 0.003}, seed);
    bool rejected = false;
    for (const std::size_t look : {8u, 16u}) {
      Trial until = trial;
      until.launch_pairs.resize(look);
      const Interval interval = *judge(until, kLooks).at(0).decision->interval;
      rejected = rejected || interval.low > 1 || interval.high < 1;
    }
    EXPECT_EQ(sequential_p(judge(trial, kLooks).at(0).estimates, kLooks) <= 0.05, rejected) << seed;
  }
}

TEST(Rule, ThatCannotBeFollowedIsRefused) {
  EXPECT_NO_THROW(check(kLooks));
  const Trial trial = clear_trial(8);
  for (const Rule& rule :
       {Rule{.confidence = 1}, Rule{.confidence = 0}, Rule{.confidence = std::nan("")}, Rule{.tolerance = -0.01},
        Rule{.tolerance = std::nan("")}, Rule{.looks = {16, 8}}, Rule{.looks = {0, 8}}, Rule{.looks = {8, 8}}}) {
    EXPECT_THROW(judge(trial, rule), UsageError) << to_string(rule);
    EXPECT_THROW(compare(trial, 0, 1, rule), UsageError) << to_string(rule);
  }
}

TEST(Rule, TextReadsBack) {
  for (const Rule& rule : {Rule{}, kLooks,
                           Rule{.confidence = 0.99,
                           .tolerance = 0.0025,
                           .noise_floor = 0.1 + 0.2,
                           .metric = "peak memory",
                           .looks = {10}}}) {
    const Rule read = rule_from_string(to_string(rule));
    EXPECT_EQ(to_string(read), to_string(rule));
    EXPECT_EQ(read.confidence, rule.confidence);
    EXPECT_EQ(read.tolerance, rule.tolerance);
    EXPECT_EQ(read.noise_floor, rule.noise_floor);
    EXPECT_EQ(read.metric, rule.metric);
    EXPECT_EQ(read.looks, rule.looks);
  }
}

TEST(Rule, OtherTextIsRefusedWithAnExample) {
  for (const std::string text : {"", "u-test/1", "launch-pairs/1 looks=8,x", "launch-pairs/1 alpha=0.05",
                                 "launch-pairs/1 confidence=high", "launch-pairs/1 looks=8.5"}) {
    try {
      rule_from_string(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("launch-pairs/1 looks=end"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace harness::stats
