// What only threads can break in a BlockingQueue: lost, doubled or overtaken elements, and threads that nobody wakes.
// A thread that is never woken shows as a test that hangs until meson's timeout ends it.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "engine/base/fuzz_operations_for_test.h"
#include "engine/log/any_queue_for_test.h"

namespace engine {
namespace {

using std::chrono::microseconds;

struct Element {
  std::uint32_t producer = 0;
  std::uint32_t number = 0;
};

// Elements of 1 to 5 units, so that one Get can make room for several.
struct Weight {
  std::size_t operator()(const Element& element) const { return 1 + element.number % 5; }
};

// What one consumer saw: per producer the numbers in the order they came.
using Seen = std::vector<std::vector<std::uint32_t>>;

class BlockingQueueThreadsTest : public ::testing::TestWithParam<NamedPolicy> {
 protected:
  using Queue = AnyQueue<Element>;

  static void PutOne(Queue* queue, Element element, std::mt19937* random) {
    switch ((*random)() % 4) {
      case 0:
        while (queue->Put(Element(element)) != QueueStatus::kSuccess) std::this_thread::yield();
        return;
      case 1:
        while (!queue->BlockingPut(Element(element), Deadline::clock::now() + microseconds((*random)() % 50)).ok()) {
        }
        return;
      default:
        ASSERT_TRUE(queue->BlockingPut(Element(element)).ok());
    }
  }

  // Takes until the queue is shut down and empty->
  static void TakeAll(Queue* queue, Seen* seen, std::mt19937* random) {
    std::vector<Element> taken;
    while (true) {
      taken.clear();
      const Deadline deadline =
          (*random)() % 2 == 0 ? kNoDeadline : Deadline::clock::now() + microseconds((*random)() % 50);
      const Status status = TakeSome(queue, deadline, (*random)() % 8, &taken);
      if (status.code() == Status::Code::kAborted) return;
      for (const Element& element : taken) (*seen)[element.producer].push_back(element.number);
    }
  }

  static Status TakeSome(Queue* queue, Deadline deadline, unsigned how, std::vector<Element>* taken) {
    if (how == 0) return queue->BlockingDrainTo(taken, deadline);
    if (how == 1) return queue->BlockingSwapOutTo(taken, deadline);
    Element element;
    Status status = queue->BlockingGet(&element, deadline);
    if (status.ok()) taken->push_back(element);
    return status;
  }

  static void ExpectEachOnceAndInOrder(const std::vector<Seen>& seen, unsigned producers, std::uint32_t per_producer) {
    for (unsigned producer = 0; producer < producers; ++producer) {
      std::vector<int> times(per_producer);
      for (const Seen& one : seen) {
        const std::vector<std::uint32_t>& numbers = one[producer];
        EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end())) << "overtaken, producer " << producer;
        for (const std::uint32_t number : numbers) ++times.at(number);
      }
      EXPECT_EQ(times, std::vector<int>(per_producer, 1)) << "producer " << producer;
    }
  }

  static void Exercise(unsigned producers, unsigned consumers, std::size_t capacity, std::uint32_t per_producer) {
    const auto queue = MakeQueue<Element, Weight>(GetParam(), capacity);
    std::vector<Seen> seen(consumers, Seen(producers));
    std::vector<std::thread> writers;
    std::vector<std::thread> readers;
    for (unsigned reader = 0; reader < consumers; ++reader) {
      readers.emplace_back([&, reader] {
        std::mt19937 random(1000 + reader);
        TakeAll(queue.get(), &seen[reader], &random);
      });
    }
    for (unsigned writer = 0; writer < producers; ++writer) {
      writers.emplace_back([&, writer] {
        std::mt19937 random(2000 + writer);
        for (std::uint32_t number = 0; number < per_producer; ++number) PutOne(queue.get(), {writer, number}, &random);
      });
    }
    for (std::thread& writer : writers) writer.join();
    queue->Shutdown();
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(queue->size(), 0u);
    ExpectEachOnceAndInOrder(seen, producers, per_producer);
  }
};
INSTANTIATE_TEST_SUITE_P(EveryPolicy, BlockingQueueThreadsTest, ::testing::ValuesIn(kTestedPolicies),
                         [](const auto& named) { return std::string(named.param.name); });

TEST_P(BlockingQueueThreadsTest, LosesDoublesAndOvertakesNothing) {
  const auto operations = static_cast<std::uint32_t>(FuzzOperations(6'000));
  Exercise(4, 4, 64, operations / 8);
  Exercise(2, 1, 64, operations / 8);
  Exercise(3, 3, 1, operations / 24);  // always full or empty: every operation waits
  Exercise(1, 4, 2, operations / 8);
}

TEST_P(BlockingQueueThreadsTest, ShutdownWakesEveryWaitingThread) {
  const auto full = MakeQueue<int>(GetParam(), 1);
  const auto empty = MakeQueue<int>(GetParam(), 1);
  ASSERT_EQ(full->Put(1), QueueStatus::kSuccess);
  std::atomic<int> aborted = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { aborted += full->BlockingPut(2).code() == Status::Code::kAborted; });
    threads.emplace_back([&] {
      int out = 0;
      aborted += empty->BlockingGet(&out).code() == Status::Code::kAborted;
    });
    threads.emplace_back([&] {
      std::vector<int> out;
      aborted += empty->BlockingDrainTo(&out).code() == Status::Code::kAborted;
    });
  }
  full->Shutdown();
  empty->Shutdown();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(aborted, 9);
}

// A drain makes room for all and signals one: as long as somebody drains, every blocked writer must get its turn.
TEST_P(BlockingQueueThreadsTest, EveryBlockedWriterGetsItsTurnThoughADrainSignalsOne) {
  constexpr int kWriters = 6;
  constexpr int kEach = 50;
  const auto queue = MakeQueue<int>(GetParam(), 2);
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&queue] {
      for (int i = 0; i < kEach; ++i) ASSERT_TRUE(queue->BlockingPut(int{i}).ok());
    });
  }
  std::vector<int> drained;
  while (drained.size() < kWriters * kEach) ASSERT_TRUE(queue->BlockingDrainTo(&drained).ok());
  for (std::thread& writer : writers) writer.join();
  EXPECT_TRUE(queue->empty());
}

// Waiting readers with deadlines come and go; one without a deadline must still receive the only element.
TEST_P(BlockingQueueThreadsTest, AReaderThatGaveUpDoesNotTakeTheSignalWithIt) {
  for (int turn = 0; turn < 20; ++turn) {
    const auto queue = MakeQueue<int>(GetParam(), 4);
    std::vector<std::thread> readers;
    std::atomic<int> received = 0;
    for (int i = 0; i < 3; ++i) {
      readers.emplace_back([&] {
        int out = 0;
        while (received < 2 && !queue->BlockingGet(&out, Deadline::clock::now() + microseconds(20)).ok()) {
        }
        received += out;
      });
    }
    std::thread patient([&] {
      int out = 0;
      if (queue->BlockingGet(&out).ok()) received += out;
    });
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue->BlockingPut(1).ok());
    patient.join();
    for (std::thread& reader : readers) reader.join();
    EXPECT_GE(received, 2);
  }
}

}  // namespace
}  // namespace engine
