// The promises of blocking_queue.h, for every policy. What only threads can break is in blocking_queue_threads_test.cc.
#include "engine/log/blocking_queue.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/base/fuzz_operations_for_test.h"
#include "engine/log/any_queue_for_test.h"

namespace engine {
namespace {

constexpr Deadline kLongAgo = Deadline{};

struct Length {
  std::size_t operator()(const std::string& text) const { return text.size(); }
};

class BlockingQueueTest : public ::testing::TestWithParam<NamedPolicy> {
 protected:
  template <typename T, typename LogicalSize = OneEach>
  static std::unique_ptr<AnyQueue<T>> Queue(std::size_t capacity) {
    return MakeQueue<T, LogicalSize>(GetParam(), capacity);
  }
  static bool Moves() { return GetParam().moves(); }
  static bool SaysFullFirst() { return GetParam().policy.full_and_shut_down == FullAndShutDown::kSaysFull; }
};
INSTANTIATE_TEST_SUITE_P(EveryPolicy, BlockingQueueTest, ::testing::ValuesIn(kTestedPolicies),
                         [](const auto& named) { return std::string(named.param.name); });

TEST_P(BlockingQueueTest, GivesElementsBackInOrder) {
  const auto queue = Queue<int>(10);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(queue->Put(int{i}), QueueStatus::kSuccess);
  for (int i = 0; i < 10; ++i) {
    int out = -1;
    ASSERT_TRUE(queue->BlockingGet(&out).ok());
    EXPECT_EQ(out, i);
  }
  EXPECT_TRUE(queue->empty());
}

TEST_P(BlockingQueueTest, RefusesWhenFullAndHasRoomAgainAfterGet) {
  const auto queue = Queue<int>(2);
  EXPECT_EQ(queue->Put(1), QueueStatus::kSuccess);
  EXPECT_EQ(queue->Put(2), QueueStatus::kSuccess);
  EXPECT_EQ(queue->Put(3), QueueStatus::kFull);
  int out = 0;
  ASSERT_TRUE(queue->BlockingGet(&out).ok());
  EXPECT_EQ(queue->Put(3), QueueStatus::kSuccess);
}

TEST_P(BlockingQueueTest, AdmitsByLogicalSizeAndOvershootsByOneElement) {
  const auto queue = Queue<std::string, Length>(4);
  EXPECT_EQ(queue->Put(std::string(3, 'a')), QueueStatus::kSuccess);
  EXPECT_EQ(queue->Put(std::string(100, 'b')), QueueStatus::kSuccess);  // larger than the capacity, but 3 < 4
  EXPECT_EQ(queue->size(), 103u);
  EXPECT_EQ(queue->Put(std::string(1, 'c')), QueueStatus::kFull);
}

TEST_P(BlockingQueueTest, SizeReturnsToZeroByGetDrainAndSwap) {
  const auto queue = Queue<std::string, Length>(1000);
  const auto fill = [&queue] {
    for (int i = 1; i < 20; ++i) ASSERT_EQ(queue->Put(std::string(i, 'x')), QueueStatus::kSuccess);
    ASSERT_EQ(queue->size(), 190u);
  };
  fill();
  std::string out;
  for (int i = 1; i < 20; ++i) {
    ASSERT_TRUE(queue->BlockingGet(&out).ok());
    EXPECT_EQ(out, std::string(i, 'x'));
  }
  EXPECT_EQ(queue->size(), 0u);
  fill();
  std::vector<std::string> drained{"kept"};
  ASSERT_TRUE(queue->BlockingDrainTo(&drained).ok());
  EXPECT_EQ(queue->size(), 0u);
  ASSERT_EQ(drained.size(), 20u);
  EXPECT_EQ(drained.front(), "kept");
  EXPECT_EQ(drained.back(), std::string(19, 'x'));
  fill();
  std::vector<std::string> swapped;
  ASSERT_TRUE(queue->BlockingSwapOutTo(&swapped).ok());
  EXPECT_EQ(queue->size(), 0u);
  EXPECT_EQ(swapped.size(), 19u);
  EXPECT_EQ(swapped.front(), "x");
}

TEST_P(BlockingQueueTest, LeavesARefusedElementUntouched) {
  const auto queue = Queue<std::string, Length>(1);
  ASSERT_EQ(queue->Put("x"), QueueStatus::kSuccess);
  const std::string kept(100, 'k');
  std::string mine = kept;
  EXPECT_EQ(queue->Put(std::move(mine)), QueueStatus::kFull);
  EXPECT_EQ(mine, kept);
  EXPECT_EQ(queue->BlockingPut(std::move(mine), kLongAgo).code(), Status::Code::kTimedOut);
  EXPECT_EQ(mine, kept);
  const Deadline soon = Deadline::clock::now() + std::chrono::milliseconds(1);
  EXPECT_EQ(queue->BlockingPut(std::move(mine), soon).code(), Status::Code::kTimedOut);
  EXPECT_EQ(mine, kept);
  queue->Shutdown();
  EXPECT_EQ(queue->BlockingPut(std::move(mine)).code(), Status::Code::kAborted);
  EXPECT_EQ(mine, kept);
  std::string out;
  ASSERT_TRUE(queue->BlockingGet(&out).ok());
  EXPECT_EQ(queue->Put(std::move(mine)), QueueStatus::kShutdown);
  EXPECT_EQ(mine, kept);
}

TEST_P(BlockingQueueTest, MovesOrCopiesAsThePolicySays) {
  const auto queue = Queue<std::shared_ptr<int>>(10);
  auto mine = std::make_shared<int>(7);
  ASSERT_EQ(queue->Put(std::move(mine)), QueueStatus::kSuccess);
  EXPECT_EQ(mine == nullptr, Moves());
  std::shared_ptr<int> out;
  ASSERT_TRUE(queue->BlockingGet(&out).ok());
  EXPECT_EQ(*out, 7);
}

TEST_P(BlockingQueueTest, SaysWhatThePolicySaysWhenFullAndShutDown) {
  const auto queue = Queue<int>(1);
  ASSERT_EQ(queue->Put(1), QueueStatus::kSuccess);
  queue->Shutdown();
  EXPECT_EQ(queue->Put(2), SaysFullFirst() ? QueueStatus::kFull : QueueStatus::kShutdown);
  EXPECT_EQ(queue->BlockingPut(2).code(), Status::Code::kAborted);
}

TEST_P(BlockingQueueTest, GivesTheRestAfterShutdownThenAborts) {
  const auto queue = Queue<int>(10);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(queue->Put(int{i}), QueueStatus::kSuccess);
  queue->Shutdown();
  queue->Shutdown();  // the second changes nothing
  EXPECT_EQ(queue->Put(9), QueueStatus::kShutdown);
  int out = -1;
  ASSERT_TRUE(queue->BlockingGet(&out).ok());
  EXPECT_EQ(out, 0);
  std::vector<int> rest;
  ASSERT_TRUE(queue->BlockingDrainTo(&rest).ok());
  EXPECT_EQ(rest, (std::vector<int>{1, 2}));
  EXPECT_EQ(queue->BlockingGet(&out).code(), Status::Code::kAborted);
  EXPECT_EQ(queue->BlockingDrainTo(&rest).code(), Status::Code::kAborted);
  EXPECT_EQ(queue->BlockingSwapOutTo(&rest).code(), Status::Code::kAborted);
}

TEST_P(BlockingQueueTest, PastDeadlineStopsPutsButNotElements) {
  const auto queue = Queue<int>(10);
  EXPECT_EQ(queue->BlockingPut(1, kLongAgo).code(), Status::Code::kTimedOut);  // though there is room
  int out = -1;
  EXPECT_EQ(queue->BlockingGet(&out, kLongAgo).code(), Status::Code::kTimedOut);
  ASSERT_TRUE(queue->BlockingPut(1).ok());
  ASSERT_TRUE(queue->BlockingPut(2, Deadline::clock::now() + std::chrono::hours(1)).ok());
  EXPECT_TRUE(queue->BlockingGet(&out, kLongAgo).ok());
  std::vector<int> rest;
  EXPECT_TRUE(queue->BlockingDrainTo(&rest, kLongAgo).ok());
  EXPECT_EQ(rest, (std::vector<int>{2}));
}

TEST_P(BlockingQueueTest, FreesTheElementsOfANonEmptyQueue) {
  auto witness = std::make_shared<int>();
  {
    const auto queue = Queue<std::shared_ptr<int>>(10);
    for (int i = 0; i < 5; ++i) ASSERT_EQ(queue->Put(std::shared_ptr<int>(witness)), QueueStatus::kSuccess);
    EXPECT_EQ(witness.use_count(), 6);
  }
  EXPECT_EQ(witness.use_count(), 1);
}

TEST_P(BlockingQueueTest, CarriesElementsThatCannotBeCopiedIfItMoves) {
  const auto queue = Queue<std::unique_ptr<int>>(10);
  ASSERT_EQ(queue != nullptr, Moves());  // a copying queue of these does not compile
  if (!Moves()) return;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue->BlockingPut(std::make_unique<int>(i)).ok());
  std::unique_ptr<int> out;
  ASSERT_TRUE(queue->BlockingGet(&out).ok());
  EXPECT_EQ(*out, 0);
  std::vector<std::unique_ptr<int>> drained;
  ASSERT_TRUE(queue->BlockingDrainTo(&drained).ok());
  EXPECT_EQ(*drained.at(2), 3);
  ASSERT_TRUE(queue->BlockingPut(std::make_unique<int>(5)).ok());  // freed with the queue; the leak checker looks
}

TEST_P(BlockingQueueTest, BarePointersMustBeTakenOutBeforeTheEnd) {
  int element = 0;
  EXPECT_DEBUG_DEATH(
      {
        const auto queue = Queue<int*>(1);
        EXPECT_EQ(queue->Put(&element), QueueStatus::kSuccess);
      },
      "elements_.empty");
}

TEST(BlockingQueue, CopiesAnElementThatTheCallerKeeps) {
  BlockingQueue<std::shared_ptr<int>> queue(10);
  const auto mine = std::make_shared<int>(8);
  ASSERT_EQ(queue.Put(mine), QueueStatus::kSuccess);
  ASSERT_TRUE(queue.BlockingPut(mine).ok());
  EXPECT_EQ(mine.use_count(), 3);
}

TEST(BlockingQueue, SwapsContainersBackAndForth) {
  using Queue = BlockingQueue<int, kQueueRing>;
  Queue queue(1000);
  Queue::Container swapped(1);
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(queue.Put(i), QueueStatus::kSuccess);
    ASSERT_TRUE(queue.BlockingSwapOut(&swapped).ok());
    ASSERT_EQ(swapped.size(), 1000u);
    EXPECT_EQ(swapped.slots(), 1024u) << "the memory goes back and forth";
    for (int i = 0; i < 1000; ++i, swapped.pop_front()) ASSERT_EQ(swapped.front(), i);
  }
}

// One thread, random operations, against a plain deque: every answer is known beforehand.
TEST_P(BlockingQueueTest, AgreesWithAPlainDequeUnderRandomOperations) {
  std::mt19937_64 random(20200609);
  std::uint64_t operations_left = FuzzOperations(20'000);
  while (operations_left > 0) {
    const std::size_t capacity = 1 + random() % 40;
    const auto queue = Queue<std::string, Length>(capacity);
    std::deque<std::string> model;
    std::size_t model_size = 0;
    bool shut_down = false;
    for (std::uint64_t left = std::min<std::uint64_t>(operations_left, 1000); left > 0; --left, --operations_left) {
      const std::uint64_t choice = random() % 100;
      if (choice < 55) {
        std::string value(1 + random() % 30, static_cast<char>('a' + random() % 26));
        const std::string copy = value;
        const bool is_full = model_size >= capacity;
        const bool says_full = is_full && (!shut_down || SaysFullFirst());
        const QueueStatus expected = says_full   ? QueueStatus::kFull
                                     : shut_down ? QueueStatus::kShutdown
                                                 : QueueStatus::kSuccess;
        ASSERT_EQ(queue->Put(std::move(value)), expected);
        if (expected == QueueStatus::kSuccess) {
          model.push_back(copy);
          model_size += copy.size();
        } else {
          ASSERT_EQ(value, copy);
        }
      } else if (choice < 90) {
        std::string out;
        const Status status = queue->BlockingGet(&out, kLongAgo);
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
        const Status status = queue->BlockingDrainTo(&drained, kLongAgo);
        ASSERT_EQ(status.ok(), !model.empty());
        ASSERT_EQ(drained, std::vector<std::string>(model.begin(), model.end()));
        model.clear();
        model_size = 0;
      } else if (choice == 99 && random() % 4 == 0) {
        queue->Shutdown();
        shut_down = true;
      }
      ASSERT_EQ(queue->size(), model_size);
      ASSERT_EQ(queue->empty(), model.empty());
    }
  }
}

}  // namespace
}  // namespace engine
