// A condition variable that can say whether a signal would reach anybody. Belongs to one mutex, which its user holds.
//
// Under kOneAtATime the promise is: while a signal is claimed, the thread that was waiting when it was claimed has not
// yet returned from Wait, so the signal will wake that one or another. Whoever returns, for whatever reason, must look
// for work once more, and pass the signal on if it leaves work behind.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "engine/log/queue_policy.h"

namespace engine {

using Deadline = std::chrono::steady_clock::time_point;
inline constexpr Deadline kNoDeadline = Deadline::max();

template <SignalCondition kCondition>
class WaitLine {
 public:
  // Waits for a signal; may also return without one. False if the deadline has passed.
  // Requires: `lock` holds the mutex.
  bool Wait(std::unique_lock<std::mutex>* lock, Deadline deadline) {
    ++waiting_;
    const bool in_time = WaitPlainly(lock, deadline);
    --waiting_;
    signal_is_claimed_ = false;
    return in_time;
  }

  // Whether the caller has to send a signal. Requires: the mutex is held.
  bool ClaimSignal() {
    if constexpr (kCondition == SignalCondition::kAlways) return true;
    return waiting_ > 0 && !std::exchange(signal_is_claimed_, true);
  }

  // The mutex may be held or not.
  void Signal() { condition_.notify_one(); }
  void SignalAll() { condition_.notify_all(); }

 private:
  bool WaitPlainly(std::unique_lock<std::mutex>* lock, Deadline deadline) {
    if (deadline != kNoDeadline) return condition_.wait_until(*lock, deadline) == std::cv_status::no_timeout;
    condition_.wait(*lock);
    return true;
  }

  std::condition_variable condition_;
  int waiting_ = 0;                 // guarded by the mutex, as is the next
  bool signal_is_claimed_ = false;  // and may not have been sent yet
};

}  // namespace engine
