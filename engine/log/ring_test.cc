#include "engine/log/ring.h"

#include <gtest/gtest.h>

#include <memory>

namespace engine {
namespace {

TEST(Ring, GivesBackInOrderAcrossTheSeam) {
  Ring<int> ring(4);
  int next_in = 0;
  int next_out = 0;
  for (int turn = 0; turn < 10; ++turn) {
    for (int i = 0; i < 3; ++i) ring.emplace_back(next_in++);
    for (int i = 0; i < 3; ++i, ring.pop_front()) EXPECT_EQ(ring.front(), next_out++);
  }
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.slots(), 4u);
}

TEST(Ring, GrowsWhenFullAndKeepsTheOrder) {
  Ring<std::unique_ptr<int>> ring(2);
  ring.emplace_back(std::make_unique<int>(-1));
  ring.pop_front();
  for (int i = 0; i < 100; ++i) ring.emplace_back(std::make_unique<int>(i));
  EXPECT_EQ(ring.size(), 100u);
  EXPECT_EQ(ring.slots(), 128u);
  for (int i = 0; i < 100; ++i, ring.pop_front()) EXPECT_EQ(*ring.front(), i);
}

TEST(Ring, DestroysWhatItHolds) {
  auto witness = std::make_shared<int>();
  {
    Ring<std::shared_ptr<int>> ring(4);
    for (int i = 0; i < 3; ++i) ring.emplace_back(witness);
    ring.pop_front();
    EXPECT_EQ(witness.use_count(), 3);
  }
  EXPECT_EQ(witness.use_count(), 1);
}

TEST(Ring, SwapsWithoutMovingElements) {
  Ring<int> full(8);
  full.emplace_back(7);
  const int* const address = &full.front();
  Ring<int> empty;
  empty.swap(full);
  EXPECT_TRUE(full.empty());
  EXPECT_EQ(&empty.front(), address);
}

}  // namespace
}  // namespace engine
