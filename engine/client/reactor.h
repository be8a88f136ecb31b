// The thread on which the client's network would run: it sends requests, takes answers, looks after what they complete.
// With one tablet server all sessions of a client share one reactor, so what it costs a row bounds them all.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include "absl/functional/any_invocable.h"

namespace engine {

class Reactor {
 public:
  using Task = absl::AnyInvocable<void()>;
  using Clock = std::chrono::steady_clock;

  Reactor();
  // Runs what was posted, drops what was to run later, and joins the thread. Nothing may be posted from elsewhere any
  // more.
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  // Runs `task` on the reactor's thread, in the order of posting. From any thread.
  void Post(Task task);
  // Runs `task` there no earlier than after `delay`.
  void PostAfter(Clock::duration delay, Task task);

  // CPU time of the reactor's thread so far, in nanoseconds.
  [[nodiscard]] std::int64_t cpu_time_ns();

 private:
  struct Timer {
    Clock::time_point due;
    std::uint64_t order;  // timers of the same instant run in the order of posting
    mutable Task task;    // moved out of the queue's top, which is const

    bool operator<(const Timer& other) const {  // the earliest is the largest: std::priority_queue gives the largest
      return due != other.due ? due > other.due : order > other.order;
    }
  };

  void Run();
  // Waits until there is something to do; empty when the reactor is to end.
  std::vector<Task> TakeTasks();
  void TakeDueTimers(std::vector<Task>* tasks);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Task> tasks_;
  std::priority_queue<Timer> timers_;
  std::uint64_t timers_posted_ = 0;
  bool ending_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace engine
