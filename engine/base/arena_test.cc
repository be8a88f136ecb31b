#include "engine/base/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace engine {
namespace {

constexpr std::size_t kKiB = 1024;

TEST(Arena, HonoursEveryAlignment) {
  Arena arena;
  for (int round = 0; round < 2000; ++round) {
    for (std::size_t alignment = 1; alignment <= Arena::kLargestAlignment; alignment *= 2) {
      const auto address = reinterpret_cast<std::uintptr_t>(arena.Allocate(1 + round % 7, alignment));
      ASSERT_EQ(address % alignment, 0u) << alignment;
    }
  }
}

TEST(Arena, GrowsByDoublingUpToTheCap) {
  Arena arena;
  EXPECT_EQ(arena.footprint(), 0u);
  std::vector<std::size_t> chunks;
  std::size_t footprint_before = 0;
  while (chunks.size() < 13) {
    (void)arena.Allocate(64, 64);
    if (arena.footprint() == footprint_before) continue;
    chunks.push_back((arena.footprint() - footprint_before) / kKiB);
    footprint_before = arena.footprint();
  }
  EXPECT_EQ(chunks, (std::vector<std::size_t>{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1016, 1016, 1016}));
}

// The default batch of the source: 33 289 operations of 32 bytes spill into an eleventh chunk.
TEST(Arena, HasTheFootprintOfTheSourcesBatch) {
  Arena arena;
  for (int op = 0; op < 32736; ++op) (void)arena.Allocate(32, 8);
  EXPECT_EQ(arena.footprint(), 1023 * kKiB);
  for (int op = 32736; op < 33289; ++op) (void)arena.Allocate(32, 8);
  EXPECT_EQ(arena.footprint(), 2039 * kKiB);
}

TEST(Arena, OversizeGetsItsOwnChunkAndLeavesTheCurrentOne) {
  Arena arena;
  char* const first = static_cast<char*>(arena.Allocate(16, 8));
  void* const oversize = arena.Allocate(Arena::kLargestChunkBytes + 1);
  std::memset(oversize, 7, Arena::kLargestChunkBytes + 1);
  EXPECT_EQ(arena.footprint(), kKiB + Arena::kLargestChunkBytes + 1);
  EXPECT_EQ(arena.Allocate(16, 8), first + 16);
}

TEST(Arena, LargeRequestSkipsChunksThatAreTooSmall) {
  Arena arena;
  std::memset(arena.Allocate(5000), 1, 5000);
  EXPECT_EQ(arena.footprint(), 8 * kKiB);
  std::memset(arena.Allocate(Arena::kLargestChunkBytes), 1, Arena::kLargestChunkBytes);
  EXPECT_EQ(arena.footprint(), 8 * kKiB + Arena::kLargestChunkBytes);
}

TEST(Arena, ResetKeepsTheNewestChunk) {
  Arena arena;
  for (int index = 0; index < 100; ++index) (void)arena.Allocate(100, 4);
  (void)arena.Allocate(2 * Arena::kLargestChunkBytes);
  arena.Reset();
  EXPECT_EQ(arena.footprint(), 8 * kKiB);
  void* const again = arena.Allocate(8 * kKiB, 64);
  std::memset(again, 3, 8 * kKiB);
  EXPECT_EQ(arena.footprint(), 8 * kKiB);
}

TEST(Arena, ConstructsWithItsArgumentsAndDestroysNothing) {
  struct Noisy {
    Noisy(int* destroyed_count, int value) : destroyed(destroyed_count), number(value) {}
    ~Noisy() { ++*destroyed; }
    int* destroyed;
    int number;
  };
  int destroyed = 0;
  {
    Arena arena;
    Noisy* const noisy = arena.NewObject<Noisy>(&destroyed, 42);
    EXPECT_EQ(noisy->number, 42);
    (void)arena.NewObject<Noisy>(&destroyed, 43);
    noisy->~Noisy();
  }
  EXPECT_EQ(destroyed, 1);
}

#if defined(__SANITIZE_ADDRESS__)
TEST(Arena, PoisonsWhatIsNotHandedOut) {
  Arena arena;
  char* const first = static_cast<char*>(arena.Allocate(8, 8));
  EXPECT_FALSE(__asan_address_is_poisoned(first + 7));
  EXPECT_TRUE(__asan_address_is_poisoned(first + 8));
  arena.Reset();
  EXPECT_TRUE(__asan_address_is_poisoned(first));
}
#endif

}  // namespace
}  // namespace engine
