#include "engine/base/ref_counted.h"

#include <gtest/gtest.h>

#include <thread>
#include <type_traits>
#include <vector>

namespace engine {
namespace {

class Counted : public RefCounted<Counted> {
 public:
  explicit Counted(std::atomic<int>* deleted) : deleted_(deleted) {}
  ~Counted() { deleted_->fetch_add(1); }

 private:
  std::atomic<int>* deleted_;
};

static_assert(sizeof(RefPtr<Counted>) == sizeof(void*));
static_assert(std::is_nothrow_move_constructible_v<RefPtr<Counted>>);
static_assert(std::is_nothrow_move_assignable_v<RefPtr<Counted>>);

TEST(RefPtr, CopyCountsAndMoveDoesNot) {
  std::atomic<int> deleted{0};
  auto first = MakeRef<Counted>(&deleted);
  EXPECT_EQ(first->ref_count(), 1);
  RefPtr<Counted> copy = first;
  EXPECT_EQ(first->ref_count(), 2);
  RefPtr<Counted> moved = std::move(copy);
  EXPECT_EQ(first->ref_count(), 2);
  EXPECT_EQ(copy, nullptr);  // NOLINT: the moved-from state is part of the promise
  EXPECT_EQ(moved, first);
  moved.reset();
  EXPECT_EQ(first->ref_count(), 1);
  EXPECT_EQ(deleted, 0);
  first.reset();
  EXPECT_EQ(deleted, 1);
}

TEST(RefPtr, AssignmentDropsWhatItHeld) {
  std::atomic<int> deleted{0};
  auto pointer = MakeRef<Counted>(&deleted);
  pointer = MakeRef<Counted>(&deleted);
  EXPECT_EQ(deleted, 1);
  const RefPtr<Counted>& itself = pointer;
  pointer = itself;
  EXPECT_EQ(deleted, 1);
  EXPECT_EQ(pointer->ref_count(), 1);
  pointer = nullptr;
  EXPECT_EQ(deleted, 2);
}

TEST(RefPtr, LastOfManyThreadsDeletesOnce) {
  std::atomic<int> deleted{0};
  auto shared = MakeRef<Counted>(&deleted);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([mine = shared] {
      for (int round = 0; round < 10000; ++round) {
        const RefPtr<Counted> copy = mine;
        ASSERT_GE(copy->ref_count(), 2);
      }
    });
  }
  shared.reset();
  for (auto& thread : threads) thread.join();
  threads.clear();
  EXPECT_EQ(deleted, 1);
}

}  // namespace
}  // namespace engine
