#include "harness/stats/slot_effect.h"

#include <gtest/gtest.h>

namespace harness::stats {
namespace {

TEST(SlotEffect, IsTheMedianWhenLargeAndOneSided) {
  std::vector<double> ratios(16, 0.03);
  ratios[0] = 0.5;
  ratios[1] = 0.01;
  EXPECT_EQ(slot_effect(ratios), 0.03);
}

TEST(SlotEffect, IsAbsentWhenSmallOrUncertain) {
  EXPECT_FALSE(slot_effect(std::vector<double>(16, 0.009)));  // small, however certain
  EXPECT_FALSE(slot_effect(std::vector<double>(10, 0.03)));   // p = 2 / 1024, not below 0.001
  EXPECT_TRUE(slot_effect(std::vector<double>(11, 0.03)));    // p = 2 / 2048
  EXPECT_TRUE(slot_effect(std::vector<double>(11, -0.03)));
  std::vector<double> mixed(16, 0.03);
  for (std::size_t i = 0; i < 5; ++i) mixed[i] = -0.03;
  EXPECT_FALSE(slot_effect(mixed));
  EXPECT_FALSE(slot_effect({}));
}

}  // namespace
}  // namespace harness::stats
