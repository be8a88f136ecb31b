// The append thread comes and goes: whatever the timing, every batch goes through the sink once and in order.
#include "engine/log/append_thread.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <random>

#include "engine/base/fuzz_operations_for_test.h"

namespace engine {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr AppendQueueKind kEveryKind[] = {AppendQueueKind::kBefore, AppendQueueKind::kAfter,
                                          AppendQueueKind::kOneSignal};

std::unique_ptr<PendingBatch> Numbered(std::uint64_t index) {
  auto pending = std::make_unique<PendingBatch>();
  pending->batch.AddReplicate(index, Slice());
  return pending;
}

// Gathers what comes; can be waited for.
class Sink {
 public:
  void operator()(std::vector<std::unique_ptr<PendingBatch>> group) {
    const std::lock_guard lock(mutex_);
    for (const auto& pending : group) indexes_.push_back(pending->batch.first_index());
    changed_.notify_all();
  }
  void WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return indexes_.size() >= count; });
  }
  std::vector<std::uint64_t> indexes() {
    const std::lock_guard lock(mutex_);
    return indexes_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint64_t> indexes_;
};

class AppendThreadTest : public ::testing::TestWithParam<AppendQueueKind> {
 protected:
  const std::unique_ptr<AppendQueue> queue_ = AppendQueue::Create(GetParam(), 1 << 20);
  Sink sink_;
};
INSTANTIATE_TEST_SUITE_P(EveryQueue, AppendThreadTest, ::testing::ValuesIn(kEveryKind));

TEST_P(AppendThreadTest, NoThreadUntilThereIsWork) {
  AppendThread thread(queue_.get(), milliseconds(1000), std::ref(sink_));
  EXPECT_EQ(thread.starts(), 0u);
  ASSERT_TRUE(queue_->Put(Numbered(1)).ok());
  thread.Wake();
  thread.Wake();
  sink_.WaitFor(1);
  EXPECT_EQ(thread.starts(), 1u);
}

TEST_P(AppendThreadTest, StopDrainsWhatIsThere) {
  AppendThread thread(queue_.get(), milliseconds(1000), std::ref(sink_));
  for (std::uint64_t index = 1; index <= 100; ++index) {
    ASSERT_TRUE(queue_->Put(Numbered(index)).ok());
    thread.Wake();
  }
  thread.Stop();
  thread.Stop();
  EXPECT_EQ(sink_.indexes().size(), 100u);
  EXPECT_EQ(queue_->Put(Numbered(101)).code(), Status::Code::kShutdown);
}

// The thread goes idle at once and the puts come at random moments around that: a wake-up lost between the thread's
// last look at the queue and its going idle leaves a batch behind, and WaitFor hangs.
TEST_P(AppendThreadTest, NoWakeUpIsLostWhileGoingIdle) {
  AppendThread thread(queue_.get(), milliseconds(0), std::ref(sink_));
  std::mt19937 random(7);
  const std::uint64_t batches = FuzzOperations(2'000) / 4;
  for (std::uint64_t index = 1; index <= batches; ++index) {
    ASSERT_TRUE(queue_->Put(Numbered(index)).ok());
    if (random() % 4 == 0) std::this_thread::sleep_for(microseconds(random() % 40));  // injected latency
    thread.Wake();
    sink_.WaitFor(index);
    if (random() % 4 == 0) std::this_thread::sleep_for(microseconds(random() % 40));
  }
  EXPECT_GT(thread.starts(), 1u);
}

TEST_P(AppendThreadTest, ManyProducersThroughAThreadThatKeepsEnding) {
  constexpr int kProducers = 4;
  const std::uint64_t per_producer = FuzzOperations(2'000) / 8;
  AppendThread thread(queue_.get(), milliseconds(0), std::ref(sink_));
  std::vector<std::thread> producers;
  for (int producer = 0; producer < kProducers; ++producer) {
    producers.emplace_back([&, producer] {
      std::mt19937 random(producer);
      for (std::uint64_t number = 0; number < per_producer; ++number) {
        ASSERT_TRUE(queue_->Put(Numbered(number * kProducers + producer)).ok());
        thread.Wake();
        if (random() % 16 == 0) std::this_thread::sleep_for(microseconds(random() % 200));
      }
    });
  }
  for (std::thread& producer : producers) producer.join();
  sink_.WaitFor(per_producer * kProducers);
  thread.Stop();
  std::vector<std::uint64_t> next(kProducers);
  for (const std::uint64_t index : sink_.indexes()) ASSERT_EQ(index / kProducers, next[index % kProducers]++);
  EXPECT_EQ(next, std::vector<std::uint64_t>(kProducers, per_producer));
}

TEST_P(AppendThreadTest, AQueueThatIsNeverDrainedFreesItsBatches) {
  ASSERT_TRUE(queue_->Put(Numbered(1)).ok());  // the leak checker looks
}

}  // namespace
}  // namespace engine
