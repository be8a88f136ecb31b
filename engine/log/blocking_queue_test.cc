// The promises of blocking_queue.h, for every policy. What only threads can break is in blocking_queue_threads_test.cc.
#include "engine/log/blocking_queue.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/base/fuzz_operations_for_test.h"
#include "engine/log/queue_policies_for_test.h"

namespace engine {
namespace {

constexpr Deadline kLongAgo = Deadline{};

struct Length {
  std::size_t operator()(const std::string& text) const { return text.size(); }
};

template <typename Tag>
class BlockingQueueTest : public ::testing::Test {
 protected:
  static constexpr QueuePolicy kPolicy = Tag::kValue;
  static constexpr bool kMoves = kPolicy.transfer == ElementTransfer::kMove;
  using IntQueue = BlockingQueue<int, kPolicy>;
  using TextQueue = BlockingQueue<std::string, kPolicy, Length>;
};
TYPED_TEST_SUITE(BlockingQueueTest, AllQueuePolicies, PolicyName);

TYPED_TEST(BlockingQueueTest, GivesElementsBackInOrder) {
  typename TestFixture::IntQueue queue(10);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(queue.Put(i), QueueStatus::kSuccess);
  for (int i = 0; i < 10; ++i) {
    int out = -1;
    ASSERT_TRUE(queue.BlockingGet(&out).ok());
    EXPECT_EQ(out, i);
  }
  EXPECT_TRUE(queue.empty());
}

TYPED_TEST(BlockingQueueTest, RefusesWhenFullAndHasRoomAgainAfterGet) {
  typename TestFixture::IntQueue queue(2);
  EXPECT_EQ(queue.Put(1), QueueStatus::kSuccess);
  EXPECT_EQ(queue.Put(2), QueueStatus::kSuccess);
  EXPECT_EQ(queue.Put(3), QueueStatus::kFull);
  int out = 0;
  ASSERT_TRUE(queue.BlockingGet(&out).ok());
  EXPECT_EQ(queue.Put(3), QueueStatus::kSuccess);
}

TYPED_TEST(BlockingQueueTest, AdmitsByLogicalSizeAndOvershootsByOneElement) {
  typename TestFixture::TextQueue queue(4);
  EXPECT_EQ(queue.Put(std::string(3, 'a')), QueueStatus::kSuccess);
  EXPECT_EQ(queue.Put(std::string(100, 'b')), QueueStatus::kSuccess);  // larger than the capacity, but 3 < 4
  EXPECT_EQ(queue.size(), 103u);
  EXPECT_EQ(queue.Put(std::string(1, 'c')), QueueStatus::kFull);
}

TYPED_TEST(BlockingQueueTest, SizeReturnsToZeroByGetDrainAndSwap) {
  typename TestFixture::TextQueue queue(1000);
  const auto fill = [&queue] {
    for (int i = 1; i < 20; ++i) ASSERT_EQ(queue.Put(std::string(i, 'x')), QueueStatus::kSuccess);
    ASSERT_EQ(queue.size(), 190u);
  };
  fill();
  std::string out;
  for (int i = 1; i < 20; ++i) {
    ASSERT_TRUE(queue.BlockingGet(&out).ok());
    EXPECT_EQ(out, std::string(i, 'x'));
  }
  EXPECT_EQ(queue.size(), 0u);
  fill();
  std::vector<std::string> drained{"kept"};
  ASSERT_TRUE(queue.BlockingDrainTo(&drained).ok());
  EXPECT_EQ(queue.size(), 0u);
  ASSERT_EQ(drained.size(), 20u);
  EXPECT_EQ(drained.front(), "kept");
  EXPECT_EQ(drained.back(), std::string(19, 'x'));
  fill();
  typename TestFixture::TextQueue::Container swapped;
  ASSERT_TRUE(queue.BlockingSwapOut(&swapped).ok());
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(swapped.size(), 19u);
  EXPECT_EQ(swapped.front(), "x");
}

TYPED_TEST(BlockingQueueTest, LeavesARefusedElementUntouched) {
  typename TestFixture::TextQueue queue(1);
  ASSERT_EQ(queue.Put("x"), QueueStatus::kSuccess);
  const std::string kept(100, 'k');
  std::string mine = kept;
  EXPECT_EQ(queue.Put(std::move(mine)), QueueStatus::kFull);
  EXPECT_EQ(mine, kept);
  EXPECT_EQ(queue.BlockingPut(std::move(mine), kLongAgo).code(), Status::Code::kTimedOut);
  EXPECT_EQ(mine, kept);
  const Deadline soon = Deadline::clock::now() + std::chrono::milliseconds(1);
  EXPECT_EQ(queue.BlockingPut(std::move(mine), soon).code(), Status::Code::kTimedOut);
  EXPECT_EQ(mine, kept);
  queue.Shutdown();
  EXPECT_EQ(queue.BlockingPut(std::move(mine)).code(), Status::Code::kAborted);
  EXPECT_EQ(mine, kept);
  std::string out;
  ASSERT_TRUE(queue.BlockingGet(&out).ok());
  EXPECT_EQ(queue.Put(std::move(mine)), QueueStatus::kShutdown);
  EXPECT_EQ(mine, kept);
}

TYPED_TEST(BlockingQueueTest, MovesOrCopiesAsThePolicySays) {
  BlockingQueue<std::shared_ptr<int>, TestFixture::kPolicy> queue(10);
  auto mine = std::make_shared<int>(7);
  ASSERT_EQ(queue.Put(std::move(mine)), QueueStatus::kSuccess);
  EXPECT_EQ(mine == nullptr, TestFixture::kMoves);
  auto other = std::make_shared<int>(8);
  ASSERT_EQ(queue.Put(other), QueueStatus::kSuccess);  // an lvalue is always copied
  EXPECT_EQ(other.use_count(), 2);
  std::vector<std::shared_ptr<int>> drained;
  ASSERT_TRUE(queue.BlockingDrainTo(&drained).ok());
  EXPECT_EQ(*drained[0], 7);
  EXPECT_EQ(drained[1], other);
}

TYPED_TEST(BlockingQueueTest, SaysWhatThePolicySaysWhenFullAndShutDown) {
  typename TestFixture::IntQueue queue(1);
  ASSERT_EQ(queue.Put(1), QueueStatus::kSuccess);
  queue.Shutdown();
  EXPECT_EQ(queue.Put(2), TestFixture::kPolicy.full_and_shut_down == FullAndShutDown::kSaysFull
                              ? QueueStatus::kFull
                              : QueueStatus::kShutdown);
  EXPECT_EQ(queue.BlockingPut(2).code(), Status::Code::kAborted);
}

TYPED_TEST(BlockingQueueTest, GivesTheRestAfterShutdownThenAborts) {
  typename TestFixture::IntQueue queue(10);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(queue.Put(i), QueueStatus::kSuccess);
  queue.Shutdown();
  queue.Shutdown();  // the second changes nothing
  EXPECT_EQ(queue.Put(9), QueueStatus::kShutdown);
  int out = -1;
  ASSERT_TRUE(queue.BlockingGet(&out).ok());
  EXPECT_EQ(out, 0);
  std::vector<int> rest;
  ASSERT_TRUE(queue.BlockingDrainTo(&rest).ok());
  EXPECT_EQ(rest, (std::vector<int>{1, 2}));
  EXPECT_EQ(queue.BlockingGet(&out).code(), Status::Code::kAborted);
  EXPECT_EQ(queue.BlockingDrainTo(&rest).code(), Status::Code::kAborted);
  typename TestFixture::IntQueue::Container container;
  EXPECT_EQ(queue.BlockingSwapOut(&container).code(), Status::Code::kAborted);
}

TYPED_TEST(BlockingQueueTest, PastDeadlineStopsPutsButNotElements) {
  typename TestFixture::IntQueue queue(10);
  EXPECT_EQ(queue.BlockingPut(1, kLongAgo).code(), Status::Code::kTimedOut);  // though there is room
  int out = -1;
  EXPECT_EQ(queue.BlockingGet(&out, kLongAgo).code(), Status::Code::kTimedOut);
  ASSERT_TRUE(queue.BlockingPut(1).ok());
  ASSERT_TRUE(queue.BlockingPut(2, Deadline::clock::now() + std::chrono::hours(1)).ok());
  EXPECT_TRUE(queue.BlockingGet(&out, kLongAgo).ok());
  std::vector<int> rest;
  EXPECT_TRUE(queue.BlockingDrainTo(&rest, kLongAgo).ok());
  EXPECT_EQ(rest, (std::vector<int>{2}));
}

TYPED_TEST(BlockingQueueTest, FreesTheElementsOfANonEmptyQueue) {
  auto witness = std::make_shared<int>();
  {
    BlockingQueue<std::shared_ptr<int>, TestFixture::kPolicy> queue(10);
    for (int i = 0; i < 5; ++i) ASSERT_EQ(queue.Put(witness), QueueStatus::kSuccess);
    EXPECT_EQ(witness.use_count(), 6);
  }
  EXPECT_EQ(witness.use_count(), 1);
}

TYPED_TEST(BlockingQueueTest, CarriesElementsThatCannotBeCopied) {
  if constexpr (TestFixture::kMoves) {
    BlockingQueue<std::unique_ptr<int>, TestFixture::kPolicy> queue(10);
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue.BlockingPut(std::make_unique<int>(i)).ok());
    std::unique_ptr<int> out;
    ASSERT_TRUE(queue.BlockingGet(&out).ok());
    EXPECT_EQ(*out, 0);
    std::vector<std::unique_ptr<int>> drained;
    ASSERT_TRUE(queue.BlockingDrainTo(&drained).ok());
    EXPECT_EQ(*drained.at(2), 3);
    ASSERT_TRUE(queue.BlockingPut(std::make_unique<int>(5)).ok());  // freed with the queue; the leak checker looks
  } else {
    static_assert(!std::copyable<std::unique_ptr<int>>, "a copying queue refuses these when it is compiled");
  }
}

TYPED_TEST(BlockingQueueTest, BarePointersMustBeTakenOutBeforeTheEnd) {
  using PointerQueue = BlockingQueue<int*, TestFixture::kPolicy>;
  int element = 0;
  EXPECT_DEBUG_DEATH(
      {
        PointerQueue queue(1);
        EXPECT_EQ(queue.Put(&element), QueueStatus::kSuccess);
      },
      "elements_.empty");
}

// One thread, random operations, against a plain deque: every answer is known beforehand.
TYPED_TEST(BlockingQueueTest, AgreesWithAPlainDequeUnderRandomOperations) {
  std::mt19937_64 random(20200609);
  std::uint64_t operations_left = FuzzOperations(20'000);
  while (operations_left > 0) {
    const std::size_t capacity = 1 + random() % 40;
    typename TestFixture::TextQueue queue(capacity);
    std::deque<std::string> model;
    std::size_t model_size = 0;
    bool shut_down = false;
    for (std::uint64_t left = std::min<std::uint64_t>(operations_left, 1000); left > 0; --left, --operations_left) {
      const std::uint64_t choice = random() % 100;
      if (choice < 55) {
        std::string value(1 + random() % 30, static_cast<char>('a' + random() % 26));
        const std::string copy = value;
        const bool is_full = model_size >= capacity;
        const bool says_full =
            is_full && (!shut_down || TestFixture::kPolicy.full_and_shut_down == FullAndShutDown::kSaysFull);
        const QueueStatus expected = says_full   ? QueueStatus::kFull
                                     : shut_down ? QueueStatus::kShutdown
                                                 : QueueStatus::kSuccess;
        ASSERT_EQ(queue.Put(std::move(value)), expected);
        if (expected == QueueStatus::kSuccess) {
          model.push_back(copy);
          model_size += copy.size();
        } else {
          ASSERT_EQ(value, copy);
        }
      } else if (choice < 90) {
        std::string out;
        const Status status = queue.BlockingGet(&out, kLongAgo);
        if (model.empty()) {
          ASSERT_EQ(status.code(), shut_down ? Status::Code::kAborted : Status::Code::kTimedOut);
        } else {
          ASSERT_TRUE(status.ok());
          ASSERT_EQ(out, model.front());
          model_size -= out.size();
          model.pop_front();
        }
      } else if (choice < 99) {
        std::vector<std::string> drained;
        const Status status = queue.BlockingDrainTo(&drained, kLongAgo);
        ASSERT_EQ(status.ok(), !model.empty());
        ASSERT_EQ(drained, std::vector<std::string>(model.begin(), model.end()));
        model.clear();
        model_size = 0;
      } else if (choice == 99 && random() % 4 == 0) {
        queue.Shutdown();
        shut_down = true;
      }
      ASSERT_EQ(queue.size(), model_size);
      ASSERT_EQ(queue.empty(), model.empty());
    }
  }
}

}  // namespace
}  // namespace engine
