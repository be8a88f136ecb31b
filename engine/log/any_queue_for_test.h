// Every queue policy behind one interface, so that a test is compiled once and run for each of them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/log/blocking_queue.h"

namespace engine {

struct NamedPolicy {
  std::string_view name;
  QueuePolicy policy;

  [[nodiscard]] bool moves() const { return policy.transfer == ElementTransfer::kMove; }
  friend std::ostream& operator<<(std::ostream& out, const NamedPolicy& named) { return out << named.name; }
};

// What Kudu had, with one change of the source made; kQueueAfter with ours.
constexpr QueuePolicy WithField(QueuePolicy policy, auto QueuePolicy::*field, auto value) {
  policy.*field = value;
  return policy;
}
inline constexpr std::array<NamedPolicy, 8> kTestedPolicies = {{
    {"before", kQueueBefore},
    {"before_deque", WithField(kQueueBefore, &QueuePolicy::container, QueueContainer::kDeque)},
    {"before_move", WithField(kQueueBefore, &QueuePolicy::transfer, ElementTransfer::kMove)},
    {"before_outside", WithField(kQueueBefore, &QueuePolicy::signal, SignalPlacement::kOutsideLock)},
    {"before_shutdown", WithField(kQueueBefore, &QueuePolicy::full_and_shut_down, FullAndShutDown::kSaysShutdown)},
    {"after", kQueueAfter},
    {"after_one_signal", WithField(kQueueAfter, &QueuePolicy::signal_condition, SignalCondition::kOneAtATime)},
    {"ring_one_signal", kQueueRing},
}};

template <typename T>
class AnyQueue {
 public:
  virtual ~AnyQueue() = default;
  virtual QueueStatus Put(T&& value) = 0;
  virtual Status BlockingPut(T&& value, Deadline deadline = kNoDeadline) = 0;
  virtual Status BlockingGet(T* out, Deadline deadline = kNoDeadline) = 0;
  virtual Status BlockingDrainTo(std::vector<T>* out, Deadline deadline = kNoDeadline) = 0;
  virtual Status BlockingSwapOutTo(std::vector<T>* out, Deadline deadline = kNoDeadline) = 0;  // appends
  virtual void Shutdown() = 0;
  [[nodiscard]] virtual bool empty() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
};

template <typename T, QueuePolicy kPolicy, typename LogicalSize>
class QueueOfPolicy : public AnyQueue<T> {
 public:
  explicit QueueOfPolicy(std::size_t capacity) : queue_(capacity) {}
  QueueStatus Put(T&& value) override { return queue_.Put(std::move(value)); }
  Status BlockingPut(T&& value, Deadline deadline) override { return queue_.BlockingPut(std::move(value), deadline); }
  Status BlockingGet(T* out, Deadline deadline) override { return queue_.BlockingGet(out, deadline); }
  Status BlockingDrainTo(std::vector<T>* out, Deadline deadline) override {
    return queue_.BlockingDrainTo(out, deadline);
  }
  Status BlockingSwapOutTo(std::vector<T>* out, Deadline deadline) override {
    typename Queue::Container swapped;
    Status status = queue_.BlockingSwapOut(&swapped, deadline);
    for (; !swapped.empty(); swapped.pop_front()) out->push_back(std::move(swapped.front()));
    return status;
  }
  void Shutdown() override { queue_.Shutdown(); }
  [[nodiscard]] bool empty() const override { return queue_.empty(); }
  [[nodiscard]] std::size_t size() const override { return queue_.size(); }

 private:
  using Queue = BlockingQueue<T, kPolicy, LogicalSize>;
  Queue queue_;
};

// A queue of one of kTestedPolicies; none if the policy copies and T cannot be copied.
template <typename T, typename LogicalSize = OneEach>
std::unique_ptr<AnyQueue<T>> MakeQueue(const NamedPolicy& wanted, std::size_t capacity) {
  std::unique_ptr<AnyQueue<T>> queue;
  const auto make_if_wanted = [&]<std::size_t kIndex>() {
    constexpr QueuePolicy kPolicy = kTestedPolicies[kIndex].policy;
    if constexpr (kPolicy.transfer == ElementTransfer::kMove || std::copyable<T>) {
      if (wanted.policy == kPolicy) queue = std::make_unique<QueueOfPolicy<T, kPolicy, LogicalSize>>(capacity);
    }
  };
  [&]<std::size_t... kIndexes>(std::index_sequence<kIndexes...>) {
    (make_if_wanted.template operator()<kIndexes>(), ...);
  }
  (std::make_index_sequence<kTestedPolicies.size()>());
  return queue;
}

}  // namespace engine
