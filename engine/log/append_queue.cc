#include "engine/log/append_queue.h"

#include <utility>

#include "engine/log/blocking_queue.h"

namespace engine {
namespace {

using Pending = std::unique_ptr<PendingBatch>;

// What a batch weighs in the queue: at least one byte, so that empty ones count too.
struct EncodedBytes {
  template <typename Pointer>
  std::size_t operator()(const Pointer& pending) const {
    return pending->batch.encoded().size() + 1;
  }
};

Status AsPutStatus(Status status) {
  return status.code() == Status::Code::kAborted ? Status::Shutdown("log is closed") : status;
}

// A queue that copies holds bare pointers, which own what they point to while they are inside.
class PointerQueue : public AppendQueue {
 public:
  explicit PointerQueue(std::size_t capacity_bytes) : queue_(capacity_bytes) {}
  ~PointerQueue() override {
    Shutdown();
    std::vector<Pending> rest;
    (void)PointerQueue::DrainTo(&rest, kNoDeadline);
  }

  Status Put(Pending&& pending) override {
    Status status = AsPutStatus(queue_.BlockingPut(pending.get()));
    if (status.ok()) (void)pending.release();
    return status;
  }
  Status DrainTo(std::vector<Pending>* group, Deadline deadline) override {
    Status status = queue_.BlockingDrainTo(&drained_, deadline);
    for (PendingBatch* pending : drained_) group->emplace_back(pending);
    drained_.clear();
    return status;
  }
  void Shutdown() override { queue_.Shutdown(); }
  [[nodiscard]] bool empty() const override { return queue_.empty(); }

 private:
  BlockingQueue<PendingBatch*, kQueueBefore, EncodedBytes> queue_;
  std::vector<PendingBatch*> drained_;  // scratch
};

template <QueuePolicy kPolicy>
class OwningQueue : public AppendQueue {
 public:
  explicit OwningQueue(std::size_t capacity_bytes) : queue_(capacity_bytes) {}

  Status Put(Pending&& pending) override { return AsPutStatus(queue_.BlockingPut(std::move(pending))); }
  Status DrainTo(std::vector<Pending>* group, Deadline deadline) override {
    if constexpr (kPolicy.container == QueueContainer::kRing) {
      Status status = queue_.BlockingSwapOut(&swapped_, deadline);
      for (; !swapped_.empty(); swapped_.pop_front()) group->push_back(std::move(swapped_.front()));
      return status;
    } else {
      return queue_.BlockingDrainTo(group, deadline);
    }
  }
  void Shutdown() override { queue_.Shutdown(); }
  [[nodiscard]] bool empty() const override { return queue_.empty(); }

 private:
  using Queue = BlockingQueue<Pending, kPolicy, EncodedBytes>;
  Queue queue_;
  typename Queue::Container swapped_;  // empty between calls
};

}  // namespace

std::unique_ptr<AppendQueue> AppendQueue::Create(AppendQueueKind kind, std::size_t capacity_bytes) {
  switch (kind) {
    case AppendQueueKind::kBefore:
      return std::make_unique<PointerQueue>(capacity_bytes);
    case AppendQueueKind::kOneSignal:
      return std::make_unique<OwningQueue<kQueueRing>>(capacity_bytes);
    case AppendQueueKind::kAfter:
      break;
  }
  return std::make_unique<OwningQueue<kQueueAfter>>(capacity_bytes);
}

}  // namespace engine
