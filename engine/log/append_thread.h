// The one thread that drains an AppendQueue, group by group. It exists while there is work: after a time without any it
// ends, and the next Put that calls Wake() starts another. So a log that nobody writes to holds no thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/log/append_queue.h"

namespace engine {

class AppendThread {
 public:
  // Takes over the batches of one drain, in order; called by one thread at a time.
  using GroupSink = std::function<void(std::vector<std::unique_ptr<PendingBatch>> group)>;

  // Requires: `queue` outlives this object.
  AppendThread(AppendQueue* queue, std::chrono::milliseconds idle_after, GroupSink sink);
  ~AppendThread();  // as Stop()
  AppendThread(const AppendThread&) = delete;
  AppendThread& operator=(const AppendThread&) = delete;

  // To be called after every Put. One load, unless the thread is idle.
  void Wake();

  // Shuts the queue down and returns when everything in it has gone through the sink. May be called again. Must not run
  // beside a Put and its Wake.
  void Stop();

  // How often a thread was started.
  [[nodiscard]] std::uint64_t starts() const { return starts_.load(std::memory_order_relaxed); }

 private:
  // kIdle -> kActive: by compare-and-swap; the winner has to see to it that a thread drains the queue.
  // kActive -> kIdle: by the thread, which looks at the queue once more afterwards: a Put that came before found it
  // active and woke nobody.
  enum class State : std::uint8_t { kIdle, kActive, kStopped };

  bool TryActivate();
  void Drain();
  bool DrainOneGroup();

  AppendQueue* const queue_;
  const std::chrono::milliseconds idle_after_;
  const GroupSink sink_;
  std::atomic<State> state_ = State::kIdle;
  std::atomic<std::uint64_t> starts_ = 0;
  std::mutex thread_mutex_;  // guards thread_
  std::thread thread_;
};

}  // namespace engine
