#include "engine/base/tracking_allocator.h"

#include <gtest/gtest.h>

#include <thread>
#include <unordered_map>
#include <vector>

namespace engine {
namespace {

TEST(MemoryTracker, FollowsConsumptionPeakAndLargest) {
  MemoryTracker tracker;
  tracker.Consume(100);
  tracker.Consume(50);
  tracker.Release(100);
  tracker.Consume(20);
  EXPECT_EQ(tracker.consumption(), 70);
  EXPECT_EQ(tracker.peak(), 150);
  EXPECT_EQ(tracker.largest(), 100);
}

TEST(MemoryTracker, ParentSeesAllItsChildren) {
  MemoryTracker process;
  MemoryTracker first(&process);
  MemoryTracker second(&process);
  first.Consume(10);
  second.Consume(30);
  first.Release(10);
  EXPECT_EQ(process.consumption(), 30);
  EXPECT_EQ(process.peak(), 40);
  EXPECT_EQ(first.consumption(), 0);
}

TEST(MemoryTracker, CountsExactlyUnderThreads) {
  MemoryTracker tracker;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&tracker] {
      for (int round = 0; round < 10000; ++round) {
        tracker.Consume(8);
        tracker.Release(7);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(tracker.consumption(), 40000);
  EXPECT_GE(tracker.peak(), 40000);
  EXPECT_LE(tracker.peak(), 40000 + 4 * 8);
}

TEST(TrackingAllocator, ContainersReturnEverything) {
  MemoryTracker tracker;
  {
    std::vector<int, TrackingAllocator<int>> numbers{TrackingAllocator<int>(&tracker)};
    numbers.reserve(1000);
    EXPECT_EQ(tracker.consumption(), 4000);
    using Pair = std::pair<const int, int>;
    std::unordered_map<int, int, std::hash<int>, std::equal_to<>, TrackingAllocator<Pair>> map{
        TrackingAllocator<Pair>(&tracker)};
    for (int key = 0; key < 100; ++key) map[key] = key;
    EXPECT_GT(tracker.consumption(), 4000 + 100 * 16);
  }
  EXPECT_EQ(tracker.consumption(), 0);
  EXPECT_GE(tracker.largest(), 4000);
}

}  // namespace
}  // namespace engine
