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

Comparison certain(Comparison aa) {
  const double ratio = aa.median->ratio;
  aa.decision = Speedup{ratio, Interval{ratio - 0.001, ratio + 0.001}};
  return aa;
}

TEST(Distrust, AnAaPairBeyondTheNoiseOrWithAVerdictIsNot) {
  EXPECT_EQ(
      distrust(certain(aa_with(1.007, Verdict::Unchanged))),
      "the machine was not steady: two copies of the same program differ by x1.007 in client/in_flight_set, where "
      "0.6 % is its noise");
  EXPECT_TRUE(distrust(certain(aa_with(1 / 1.007, Verdict::Undecided))));
  EXPECT_FALSE(distrust(certain(aa_with(1.005, Verdict::Unchanged))));
  EXPECT_TRUE(distrust(aa_with(1.005, Verdict::Improved)));
  EXPECT_TRUE(distrust(aa_with(1.005, Verdict::Regressed)));
  EXPECT_TRUE(distrust(aa_with(1.0, Verdict::Mixed)));
  EXPECT_TRUE(distrust(aa_with(1.0, Verdict::Invalid)));
}

// Six launch pairs of one sign have p = 2 / 64, eight p = 2 / 256.
TEST(Distrust, AVerdictThatMayBeChanceDoesNotDo) {
  Comparison aa = certain(aa_with(1.02, Verdict::Improved));
  aa.estimates.assign(6, {.log_speedup = 0.02});
  EXPECT_FALSE(distrust(aa));
  aa.estimates.assign(8, {.log_speedup = 0.02});
  EXPECT_TRUE(distrust(aa));
}

TEST(Distrust, BeyondTheNoiseByChanceIsSaidAndNoMore) {
  Comparison aa = aa_with(1.02, Verdict::Undecided);
  aa.decision = Speedup{1.02, Interval{0.99, 1.05}};
  EXPECT_FALSE(distrust(aa));
  EXPECT_EQ(doubts({aa}),
            (std::vector<std::string>{"this run is noisier than the machine was when it was calibrated: two copies of "
                                      "the same program differ by x1.020 in client/in_flight_set, where 0.6 % is its "
                                      "noise; it may be chance"}));
}

TEST(Distrust, WithoutAFloorTheVerdictCounts) {
  Comparison aa = certain(aa_with(1.02, Verdict::Unchanged));
  aa.noise_floor.reset();
  EXPECT_FALSE(distrust(aa));
  EXPECT_TRUE(doubts({aa}).empty());
  aa.verdict = Verdict::Improved;
  EXPECT_TRUE(distrust(aa));
  aa.median.reset();
  EXPECT_FALSE(distrust(aa));
}

Comparison slowed_with(double ratio, double width) {
  Comparison slowed;
  slowed.scenario = "client/in_flight_set";
  slowed.after.work_factor = 1.02;
  slowed.decision = Speedup{ratio, Interval{ratio - width, ratio + width}};
  return slowed;
}

TEST(Doubts, AKnownSlowdownMustBeFound) {
  EXPECT_TRUE(slowdown_found(slowed_with(0.98, 0.01)));
  EXPECT_TRUE(doubts({slowed_with(0.98, 0.01)}).empty());
  EXPECT_FALSE(slowdown_found(slowed_with(0.98, 0.03)));
  EXPECT_FALSE(slowdown_found(slowed_with(1.02, 0.01)));  // certain, and the wrong way
  EXPECT_EQ(doubts({slowed_with(0.98, 0.03)}),
            (std::vector<std::string>{"2 % more work in client/in_flight_set was not found (x0.980): changes of that "
                                      "size may pass unseen in this run"}));
  Comparison too_few = slowed_with(0.98, 0.01);
  too_few.decision->interval.reset();
  EXPECT_TRUE(doubts({too_few}).empty());  // nothing was looked for yet
}

TEST(Doubts, CanariesThatFailAreSaidAndDistrustedWhereTheProgramsDisagree) {
  Comparison aa = aa_with(1.0, Verdict::Invalid);
  aa.failure = Failure{Stage::Verify, "", "another checksum", ""};
  EXPECT_EQ(doubts({aa}), (std::vector<std::string>{"two copies of the same program do not do the same: another "
                                                    "checksum; no verdict of this run stands"}));
  aa.failure->stage = Stage::Calibrate;
  EXPECT_EQ(doubts({aa}), (std::vector<std::string>{"nothing vouches for this run: its canaries could not be measured; "
                                                    "another checksum"}));
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
