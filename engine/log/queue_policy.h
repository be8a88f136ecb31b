// What a BlockingQueue can be made of: one enum per decision, one constant per known queue.
//
// Apache Kudu 15af717e8 changed four things at once. Here each is a policy of its own, so that what each is worth can
// be measured: start from kQueueBefore, change one field. kQueueRing goes further than the source did.
#pragma once

#include <cstdint>

namespace engine {

// What holds the elements. Kudu 15af717e8: list, one allocation per element under the lock -> deque, one per 512 bytes.
// kRing: a preallocated ring that doubles when it must; no allocation under the lock once it is large enough.
enum class QueueContainer : std::uint8_t { kList, kDeque, kRing };

// How elements travel in and out. Kudu 15af717e8: copy -> move (and queues of T* -> queues of unique_ptr<T>).
enum class ElementTransfer : std::uint8_t { kCopy, kMove };

// Where Get and Drain signal not_full. Kudu 15af717e8: holding the lock -> after unlocking.
// (Put has unlocked before signalling not_empty since Kudu d0c43abc1; it always does here.)
enum class SignalPlacement : std::uint8_t { kInsideLock, kOutsideLock };

// What Put answers on a queue both full and shut down. Kudu 15af717e8: FULL -> SHUTDOWN.
enum class FullAndShutDown : std::uint8_t { kSaysFull, kSaysShutdown };

// When a condition variable is signalled. Kudu: always. kOneAtATime: only when a thread is counted as waiting and none
// has been signalled that has not woken up yet; the one that wakes up passes the signal on if there is more to do.
// Fewer system calls, fewer threads woken to find nothing. (Counting the waiting threads alone saved calls only where
// nobody waits: 8.4 instead of 12.3 ns of CPU time per uncontended call, and nothing among 4 writers and 4 readers.)
enum class SignalCondition : std::uint8_t { kAlways, kOneAtATime };

struct QueuePolicy {
  QueueContainer container = QueueContainer::kDeque;
  ElementTransfer transfer = ElementTransfer::kMove;
  SignalPlacement signal = SignalPlacement::kOutsideLock;
  FullAndShutDown full_and_shut_down = FullAndShutDown::kSaysShutdown;
  SignalCondition signal_condition = SignalCondition::kAlways;

  bool operator==(const QueuePolicy&) const = default;
};

// The queue as Kudu had it before 15af717e8, and after.
inline constexpr QueuePolicy kQueueBefore{QueueContainer::kList, ElementTransfer::kCopy, SignalPlacement::kInsideLock,
                                          FullAndShutDown::kSaysFull, SignalCondition::kAlways};
inline constexpr QueuePolicy kQueueAfter{};

// Ours: no allocation under the lock, and no signal that nobody needs.
inline constexpr QueuePolicy kQueueRing{.container = QueueContainer::kRing,
                                        .signal_condition = SignalCondition::kOneAtATime};

}  // namespace engine
