// A bounded first-in-first-out queue between threads: one mutex, two condition variables, a logical size, a capacity
// and an end. How it is built is a policy (queue_policy.h).
//
// The capacity is in units of LogicalSize (one per element unless told otherwise). An element is admitted while the
// size is below the capacity, whatever its own size: so an element larger than the capacity gets in when there is any
// room, and the queue overshoots by at most one element.
//
// After Shutdown() nothing is admitted; what is inside can still be taken.
// Thread-safe. An element that was not admitted is left exactly as it was.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/status.h"
#include "engine/log/queue_policy.h"
#include "engine/log/ring.h"
#include "engine/log/wait_line.h"

namespace engine {

enum class QueueStatus : std::uint8_t { kSuccess, kFull, kShutdown };

// Every element counts as one.
struct OneEach {
  template <typename T>
  std::size_t operator()(const T&) const {
    return 1;
  }
};

template <typename T, QueuePolicy kPolicy = kQueueAfter, typename LogicalSize = OneEach>
class BlockingQueue {
  static constexpr bool kCopies = kPolicy.transfer == ElementTransfer::kCopy;
  static constexpr bool kIsRing = kPolicy.container == QueueContainer::kRing;
  static_assert(!kCopies || std::copyable<T>, "an element that cannot be copied needs ElementTransfer::kMove");

 public:
  using Container =
      std::conditional_t<kIsRing, Ring<T>,
                         std::conditional_t<kPolicy.container == QueueContainer::kDeque, std::deque<T>, std::list<T>>>;

  // Requires: capacity > 0.
  explicit BlockingQueue(std::size_t capacity) : BlockingQueue(capacity, MakeContainer(capacity)) {}

  // Requires: no thread is inside. A queue of bare pointers must be empty: nobody else would free what they point to.
  ~BlockingQueue() { assert(!std::is_pointer_v<T> || elements_.empty()); }

  BlockingQueue(const BlockingQueue&) = delete;
  BlockingQueue& operator=(const BlockingQueue&) = delete;

  // Never waits.
  QueueStatus Put(const T& value) { return TryPut(value); }
  QueueStatus Put(T&& value) { return TryPut(std::move(value)); }

  // Waits while the queue is full. TimedOut if the deadline has passed on entry, even if there is room, or passes while
  // the queue is full; Aborted if the queue was shut down.
  Status BlockingPut(const T& value, Deadline deadline = kNoDeadline) { return WaitAndPut(value, deadline); }
  Status BlockingPut(T&& value, Deadline deadline = kNoDeadline) { return WaitAndPut(std::move(value), deadline); }

  // Takes the front; waits while the queue is empty. If there is an element it is returned, whatever the deadline.
  // TimedOut: none came in time. Aborted: the queue was shut down and is empty.
  Status BlockingGet(T* out, Deadline deadline = kNoDeadline) {
    return TakeWhenThere(deadline, [this, out] {
      size_ -= logical_size_(elements_.front());
      MoveOrCopy(elements_.front(), out);
      elements_.pop_front();
    });
  }

  // Appends everything there is, in order, to `out`; otherwise as BlockingGet. Ok means at least one element.
  Status BlockingDrainTo(std::vector<T>* out, Deadline deadline = kNoDeadline) {
    return TakeWhenThere(deadline, [this, out] {
      out->reserve(out->size() + elements_.size());
      for (; !elements_.empty(); elements_.pop_front()) {
        if constexpr (kCopies) {
          out->push_back(elements_.front());
        } else {
          out->push_back(std::move(elements_.front()));
        }
      }
      size_ = 0;
    });
  }

  // Exchanges the queue's whole container for `out`, in constant time under the lock; otherwise as BlockingDrainTo. A
  // container handed in again and again keeps its memory in use. Requires: `out` is empty.
  Status BlockingSwapOut(Container* out, Deadline deadline = kNoDeadline) {
    assert(out->empty());
    return TakeWhenThere(deadline, [this, out] {
      elements_.swap(*out);
      size_ = 0;
    });
  }

  // Admits nothing from now on and wakes every waiting thread. May be called again, to no effect.
  void Shutdown() {
    const std::lock_guard lock(mutex_);
    shut_down_ = true;
    not_full_.SignalAll();
    not_empty_.SignalAll();
  }

  [[nodiscard]] bool empty() const {
    const std::lock_guard lock(mutex_);
    return elements_.empty();
  }
  // In units of LogicalSize.
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return size_;
  }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

 private:
  using Lock = std::unique_lock<std::mutex>;

  // A ring starts with a slot for every element where each counts as one, and at 1024 slots at most: capacities in
  // bytes (4 MiB for the log) say nothing of the number of elements, and the ring grows.
  static constexpr std::size_t kMostSlotsReserved = 1024;

  // Which condition variables to signal once the lock is released.
  struct Signals {
    bool not_empty = false;
    bool not_full = false;
  };

  BlockingQueue(std::size_t capacity, Container&& elements) : capacity_(capacity) {
    assert(capacity > 0);
    elements_.swap(elements);
  }

  static Container MakeContainer(std::size_t capacity) {
    if constexpr (kIsRing) {
      return Container(std::min(capacity, kMostSlotsReserved));
    } else {
      return Container();
    }
  }

  static void MoveOrCopy(T& from, T* to) {
    if constexpr (kCopies) {
      *to = from;
    } else {
      *to = std::move(from);
    }
  }

  template <typename U>
  QueueStatus TryPut(U&& value) {
    Lock lock(mutex_);
    const bool is_full = size_ >= capacity_;
    if constexpr (kPolicy.full_and_shut_down == FullAndShutDown::kSaysFull) {
      if (is_full) return QueueStatus::kFull;
    }
    if (shut_down_) return QueueStatus::kShutdown;
    if (is_full) return QueueStatus::kFull;
    PushAndUnlock(std::forward<U>(value), &lock);
    return QueueStatus::kSuccess;
  }

  template <typename U>
  Status WaitAndPut(U&& value, Deadline deadline) {
    if (deadline != kNoDeadline && Deadline::clock::now() > deadline) return Status::TimedOut("queue: deadline passed");
    Lock lock(mutex_);
    for (bool in_time = true;; in_time = not_full_.Wait(&lock, deadline)) {
      if (shut_down_) return Status::Aborted("queue is shut down");
      if (size_ < capacity_) break;  // even when late: whoever was signalled must use the room, or another starves
      if (!in_time) return Status::TimedOut("queue stayed full");
    }
    PushAndUnlock(std::forward<U>(value), &lock);
    return Status::Ok();
  }

  template <typename U>
  void PushAndUnlock(U&& value, Lock* lock) {
    size_ += logical_size_(value);  // before the value is moved from: Kudu 15af717e8
    if constexpr (kCopies) {
      elements_.emplace_back(std::as_const(value));
    } else {
      elements_.emplace_back(std::forward<U>(value));
    }
    Signals signals{.not_empty = not_empty_.ClaimSignal()};
    if constexpr (kPolicy.signal_condition == SignalCondition::kOneAtATime) PassOnNotFull(&signals);
    lock->unlock();
    Send(signals);
  }

  template <typename Take>
  Status TakeWhenThere(Deadline deadline, Take take) {
    Lock lock(mutex_);
    for (bool in_time = true; elements_.empty(); in_time = not_empty_.Wait(&lock, deadline)) {
      if (shut_down_) return Status::Aborted("queue is shut down and empty");
      if (!in_time) return Status::TimedOut("queue stayed empty");
    }
    take();
    Signals signals{.not_full = not_full_.ClaimSignal()};
    if constexpr (kPolicy.signal_condition == SignalCondition::kOneAtATime) PassOnNotEmpty(&signals);
    if constexpr (kPolicy.signal == SignalPlacement::kOutsideLock) lock.unlock();
    Send(signals);
    return Status::Ok();
  }

  // With one signal under way at a time, whoever woke up and leaves more behind wakes the next.
  void PassOnNotFull(Signals* signals) {
    if (size_ < capacity_) signals->not_full = not_full_.ClaimSignal();
  }
  void PassOnNotEmpty(Signals* signals) {
    if (!elements_.empty()) signals->not_empty = not_empty_.ClaimSignal();
  }

  void Send(Signals signals) {
    if (signals.not_empty) not_empty_.Signal();
    if (signals.not_full) not_full_.Signal();
  }

  const std::size_t capacity_;
  [[no_unique_address]] const LogicalSize logical_size_{};
  mutable std::mutex mutex_;
  WaitLine<kPolicy.signal_condition> not_empty_;
  WaitLine<kPolicy.signal_condition> not_full_;
  Container elements_;    // guarded by mutex_, as are the next two
  std::size_t size_ = 0;  // sum of the logical sizes of elements_
  bool shut_down_ = false;
};

}  // namespace engine
