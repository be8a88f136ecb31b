#include "engine/base/spin_lock.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

namespace engine {
namespace {

TEST(SpinLock, AdmitsOneAtATime) {
  SpinLock lock;
  std::uint64_t plain_counter = 0;
  constexpr int kThreads = 4;
  constexpr int kRounds = 20000;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const std::lock_guard guard(lock);
        ++plain_counter;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(plain_counter, std::uint64_t{kThreads} * kRounds);
}

TEST(SpinLock, TryLockSaysWhetherItTook) {
  SpinLock lock;
  EXPECT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
  lock.unlock();
}

}  // namespace
}  // namespace engine
