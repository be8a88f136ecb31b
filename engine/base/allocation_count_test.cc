#include "engine/base/allocation_count.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "engine/base/arena.h"

namespace engine {
namespace {

TEST(AllocationCount, CountsEveryFormOfNewOnItsOwnThread) {
  const std::uint64_t before = AllocationsOfThisThread();
  const auto one = std::make_unique<int>(1);
  const auto many = std::make_unique<char[]>(100);
  struct alignas(64) Line {
    char bytes[64];
  };
  const auto aligned = std::make_unique<Line>();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.get()) % 64, 0u);
  EXPECT_EQ(AllocationsOfThisThread() - before, 3u);

  std::uint64_t elsewhere = 0;
  std::thread([&] {
    const std::uint64_t first = AllocationsOfThisThread();
    const std::string text(1000, 'x');
    elsewhere = AllocationsOfThisThread() - first;
  }).join();
  EXPECT_EQ(elsewhere, 1u);
}

}  // namespace
}  // namespace engine
