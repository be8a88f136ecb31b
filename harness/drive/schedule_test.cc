#include "harness/drive/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace harness::drive {
namespace {

std::vector<int> counted(int count) {
  std::vector<int> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

TEST(SlotOrder, IsAPermutationFollowedByItsReverse) {
  for (int variants = 1; variants <= 5; ++variants) {
    for (int round = 0; round < 20; ++round) {
      const std::vector<int> order = slot_order(7, round, variants);
      ASSERT_EQ(order.size(), 2U * static_cast<unsigned>(variants));
      EXPECT_TRUE(std::equal(order.begin(), order.end(), order.rbegin()));
      std::vector<int> first_half(order.begin(), order.begin() + variants);
      std::ranges::sort(first_half);
      EXPECT_EQ(first_half, counted(variants));
    }
  }
}

// A drift that adds the same to every slot adds the same total to every variant.
TEST(SlotOrder, CancelsLinearDrift) {
  for (int variants = 2; variants <= 5; ++variants) {
    const std::vector<int> order = slot_order(11, 3, variants);
    std::map<int, int> drift;
    for (int slot = 0; slot < 2 * variants; ++slot) drift[order[static_cast<std::size_t>(slot)]] += slot;
    for (const auto& [variant, total] : drift) EXPECT_EQ(total, 2 * variants - 1) << variant;
  }
}

// 1000 fair coins: within 5 standard deviations (16) of one half.
TEST(SlotOrder, BothVariantsComeFirstEquallyOften) {
  int before_first = 0;
  for (int round = 0; round < 1000; ++round) before_first += slot_order(42, round, 2)[0] == 0 ? 1 : 0;
  EXPECT_NEAR(before_first, 500, 80);
}

TEST(SlotOrder, EveryOrderOfThreeVariantsOccurs) {
  std::set<std::vector<int>> seen;
  for (int round = 0; round < 200; ++round) seen.insert(slot_order(5, round, 3));
  EXPECT_EQ(seen.size(), 6U);
}

TEST(SlotOrder, WarmUpRoundRunsEachVariantOnce) {
  std::vector<int> order = slot_order(3, kWarmUpRound, 4);
  std::ranges::sort(order);
  EXPECT_EQ(order, counted(4));
}

TEST(RunOrder, TurnsRoundFromOneLaunchPairToTheNext) {
  for (int pair = 0; pair < 20; pair += 2) {
    std::vector<int> next = run_order(3, 1, pair + 1, 4);
    std::ranges::reverse(next);
    EXPECT_EQ(run_order(3, 1, pair, 4), next);
  }
}

TEST(RunOrder, EitherVariantComesFirst) {
  std::set<std::vector<int>> orders;
  for (int pair = 0; pair < 40; pair += 2) orders.insert(run_order(3, 1, pair, 2));
  EXPECT_EQ(orders, (std::set<std::vector<int>>{{0, 1}, {1, 0}}));
}

TEST(Schedule, FollowsFromTheSeedAlone) {
  EXPECT_EQ(slot_order(9, 2, 3), slot_order(9, 2, 3));
  EXPECT_EQ(trial_order(9, 2, 30), trial_order(9, 2, 30));
  EXPECT_NE(trial_order(9, 2, 30), trial_order(9, 3, 30));
  EXPECT_NE(trial_order(9, 2, 30), trial_order(10, 2, 30));
  EXPECT_NE(launch_pair_seed(1, 2, 3), launch_pair_seed(1, 3, 2));
}

TEST(LaunchConditions, PaddingAndStackOffsetCoverOnePageInStepsOfSixteen) {
  std::set<std::size_t> paddings, offsets;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const LaunchConditions conditions = launch_conditions(seed, 2);
    paddings.insert(conditions.environment_padding);
    offsets.insert(conditions.stack_offset);
  }
  EXPECT_EQ(paddings.size(), 256U);
  EXPECT_EQ(offsets.size(), 256U);
  EXPECT_EQ(*paddings.rbegin(), 4080U);
  EXPECT_EQ(*offsets.rbegin(), 4080U);
}

TEST(LaunchConditions, EitherVariantStartsFirst) {
  std::set<std::vector<int>> orders;
  for (std::uint64_t seed = 0; seed < 50; ++seed) orders.insert(launch_conditions(seed, 2).start_order);
  EXPECT_EQ(orders, (std::set<std::vector<int>>{{0, 1}, {1, 0}}));
}

}  // namespace
}  // namespace harness::drive
