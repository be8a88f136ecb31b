#include "harness/stats/canary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/stats/judge.h"
#include "harness/stats/simulated.h"

namespace harness::stats {
namespace {

TEST(NoiseFloor, IsTheNineteenthOfTwentyBySize) {
  std::vector<double> pairs;
  for (int i = 1; i <= 20; ++i) pairs.push_back(0.001 * (i % 2 == 0 ? i : -i));
  EXPECT_NEAR(*noise_floor(pairs), std::expm1(0.019), 1e-15);
  EXPECT_NEAR(*noise_floor({-0.004, 0.001}), std::expm1(0.004), 1e-15);
  EXPECT_FALSE(noise_floor({}));
}

Comparison aa_with(double ratio, Verdict verdict) {
  Comparison aa;
  aa.scenario = "client/in_flight_set";
  aa.median = Speedup{ratio, std::nullopt};
  aa.noise_floor = 0.006;
  aa.verdict = verdict;
  return aa;
}

TEST(Distrust, AnAaPairWithinTheNoiseIsTrusted) {
  EXPECT_FALSE(distrust(aa_with(1.005, Verdict::Unchanged)));
  EXPECT_FALSE(distrust(aa_with(1 / 1.005, Verdict::Undecided)));
}

TEST(Distrust, AnAaPairBeyondTheNoiseOrWithAVerdictIsNot) {
  EXPECT_EQ(
      distrust(aa_with(1.007, Verdict::Undecided)),
      "the machine was not steady: two copies of the same program differ by x1.007 in client/in_flight_set, where "
      "0.6 % is its noise");
  EXPECT_TRUE(distrust(aa_with(1 / 1.007, Verdict::Undecided)));
  EXPECT_TRUE(distrust(aa_with(1.005, Verdict::Improved)));
  EXPECT_TRUE(distrust(aa_with(1.005, Verdict::Regressed)));
  EXPECT_TRUE(distrust(aa_with(1.0, Verdict::Mixed)));
  EXPECT_TRUE(distrust(aa_with(1.0, Verdict::Invalid)));
}

TEST(Distrust, WithoutAFloorTheToleranceCounts) {
  Comparison aa = aa_with(1.008, Verdict::Undecided);
  aa.noise_floor.reset();
  EXPECT_FALSE(distrust(aa));
  aa.tolerance = 0.005;
  EXPECT_TRUE(distrust(aa));
  aa.median.reset();
  EXPECT_FALSE(distrust(aa));
}

TEST(Downgraded, EveryVerdictBecomesUndecidedAndNothingElseIsLost) {
  std::vector<Comparison> comparisons = judge(simulated_trial({.log_speedup = 0.1}, 1), {});
  comparisons.push_back(comparisons[0]);
  comparisons[1].verdict = Verdict::Invalid;
  comparisons[0].warnings = {"another"};
  const std::vector<Comparison> doubted = downgraded(comparisons, "the machine was not steady");
  EXPECT_EQ(doubted[0].verdict, Verdict::Undecided);
  EXPECT_EQ(doubted[0].warnings, (std::vector<std::string>{"the machine was not steady", "another"}));
  EXPECT_EQ(doubted[0].decision, comparisons[0].decision);
  EXPECT_EQ(doubted[1], comparisons[1]);
}

}  // namespace
}  // namespace harness::stats
