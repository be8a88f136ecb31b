// Collects the operations of one flush, finds their tablets, queues them a tablet, and sends one request to each.
//
//   kGatheringOps --FlushAsync--> kFlushing --last op answered--> kFlushed
//         \------------------------Abort------------------------> kAborted
//
// Add runs on the thread of the session's user; answers come on the reactor. Inserts into the op set and erases from it
// are thus on different threads, and the erases begin only after the last insert.
//
// Locks: the session's, then the batcher's, then an op's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "engine/base/fatal.h"
#include "engine/base/ref_counted.h"
#include "engine/base/spin_lock.h"
#include "engine/base/status.h"
#include "engine/client/client.h"
#include "engine/client/error_collector.h"
#include "engine/client/in_flight_op.h"
#include "engine/client/op_set.h"
#include "engine/client/op_storage.h"
#include "engine/client/write_rpc.h"

namespace engine {

// What a batcher is made of: an op set and an op storage, see there.
template <class Set, template <class> class Storage>
struct ClientPolicy {
  using OpSet = Set;
  using Op = typename Set::Op;
  using OpStorage = Storage<Op>;
};

enum class BatcherState : std::uint8_t { kGatheringOps, kFlushing, kFlushed, kAborted };

template <class Policy>
class Batcher : public RefCounted<Batcher<Policy>> {
 public:
  using Op = typename Policy::Op;
  // Called once for each batcher that was flushed: Ok, or IoError if an op failed, or Aborted.
  using FlushCallback = absl::AnyInvocable<void(Status)>;

  // The client is borrowed.
  Batcher(Client* client, std::shared_ptr<ErrorCollector> errors) : client_(client), errors_(std::move(errors)) {}
  ~Batcher();

  // Takes the op under way. What becomes of it is in the error collector or in the tablet, once the flush is over.
  // Fatal after FlushAsync or Abort. One thread at a time.
  void Add(std::unique_ptr<WriteOp> write_op);

  // Sends what was added; at once what tablets are known of, the rest when they are. With no ops, calls back at once.
  // Fatal if not gathering.
  void FlushAsync(FlushCallback callback);

  // Fails the ops that are not sent. Those that are, end as they would. Harmless once flushed.
  void Abort();

  [[nodiscard]] BatcherState state() const;
  [[nodiscard]] std::size_t pending_ops() const;                   // added, not answered
  [[nodiscard]] std::int64_t buffer_bytes() const;                 // of all ops that were added
  [[nodiscard]] Reactor::Clock::time_point first_op_time() const;  // of the first Add; requires one

 private:
  friend class WriteRpc<Policy>;
  using Ops = std::vector<Op*>;

  void Register(Op* op);
  void TabletLookupFinished(Op* op, Status status, RefPtr<RemoteTablet> tablet);
  void Enqueue(Op* op, RefPtr<RemoteTablet> tablet);
  void Fail(Op* op, Status status);
  void FlushBuffersIfReady();
  void SendToTablet(RemoteTablet* tablet, Ops ops);
  void ProcessResponse(WriteRpc<Policy>* rpc);
  void CheckForFinishedFlush();

  Client* client_;
  std::shared_ptr<ErrorCollector> errors_;
  typename Policy::OpStorage storage_;

  mutable SpinLock lock_;  // guards all below
  BatcherState state_ = BatcherState::kGatheringOps;
  typename Policy::OpSet ops_;
  std::unordered_map<RemoteTablet*, Ops> per_tablet_ops_;
  FlushCallback flush_callback_;
  std::int64_t buffer_bytes_ = 0;
  std::int32_t next_sequence_number_ = 0;
  std::int32_t outstanding_lookups_ = 0;
  bool had_errors_ = false;
  Reactor::Clock::time_point first_op_time_;
};

template <class Policy>
Batcher<Policy>::~Batcher() {
  FatalUnless(ops_.empty(), "a batcher was dropped with operations under way");
}

template <class Policy>
void Batcher<Policy>::Add(std::unique_ptr<WriteOp> write_op) {
  std::string key;
  std::string partition_key;
  write_op->row().EncodeKey(&key);
  write_op->table().partitions().EncodePartitionKey(key, &partition_key);

  Op* op = storage_.New(std::move(write_op));
  op->state = InFlightOp::State::kLookingUpTablet;
  Register(op);
  if (RefPtr<RemoteTablet> tablet = client_->meta_cache()->Find(op->write_op->table(), partition_key)) {
    TabletLookupFinished(op, Status::Ok(), std::move(tablet));
    return;
  }
  client_->meta_cache()->Lookup(op->write_op->shared_table(), std::move(partition_key),
                                [self = RefPtr<Batcher>(this), op](Status status, RefPtr<RemoteTablet> tablet) {
                                  self->TabletLookupFinished(op, std::move(status), std::move(tablet));
                                });
}

template <class Policy>
void Batcher<Policy>::Register(Op* op) {
  std::lock_guard lock(lock_);
  FatalUnless(state_ == BatcherState::kGatheringOps, "an operation was added to a batcher that is flushed");
  op->sequence_number = next_sequence_number_++;
  FatalUnless(ops_.Insert(op), "an operation was added to a batcher twice");
  if (op->sequence_number == 0) first_op_time_ = Reactor::Clock::now();
  buffer_bytes_ += op->write_op->BufferBytes();
  ++outstanding_lookups_;
}

template <class Policy>
void Batcher<Policy>::TabletLookupFinished(Op* op, Status status, RefPtr<RemoteTablet> tablet) {
  {
    std::lock_guard lock(lock_);
    --outstanding_lookups_;
    if (state_ == BatcherState::kAborted) status = Status::Aborted("the batch was aborted");
    if (status.ok()) Enqueue(op, std::move(tablet));
  }
  if (!status.ok()) Fail(op, std::move(status));
  FlushBuffersIfReady();
}

// Lookups may finish in any order; a tablet must see the operations in the order of Add. Nearly always the new op
// belongs at the end and the first comparison says so. (Apache Kudu KUDU-743.) Requires: lock_ is held.
template <class Policy>
void Batcher<Policy>::Enqueue(Op* op, RefPtr<RemoteTablet> tablet) {
  Ops& queue = per_tablet_ops_[tablet.get()];
  {
    std::lock_guard op_lock(op->lock);
    op->state = InFlightOp::State::kBufferedToTabletServer;
    op->tablet = std::move(tablet);
  }
  queue.push_back(op);
  for (std::size_t i = queue.size() - 1; i > 0 && queue[i - 1]->sequence_number > queue[i]->sequence_number; --i) {
    std::swap(queue[i - 1], queue[i]);
  }
}

// An op that never was sent. Its error is known before it leaves the set: whoever sees the set empty sees all errors.
// (Apache Kudu KUDU-1743.)
template <class Policy>
void Batcher<Policy>::Fail(Op* op, Status status) {
  errors_->Add(std::move(op->write_op), std::move(status));
  {
    std::lock_guard lock(lock_);
    had_errors_ = true;
    FatalUnless(ops_.Erase(op), "an operation failed that was not under way");
  }
  storage_.Destroy(op);
  CheckForFinishedFlush();
}

template <class Policy>
void Batcher<Policy>::FlushAsync(FlushCallback callback) {
  {
    std::lock_guard lock(lock_);
    FatalUnless(state_ == BatcherState::kGatheringOps, "a batcher was flushed twice");
    state_ = BatcherState::kFlushing;
    flush_callback_ = std::move(callback);
  }
  CheckForFinishedFlush();
  FlushBuffersIfReady();
}

template <class Policy>
void Batcher<Policy>::FlushBuffersIfReady() {
  std::unordered_map<RemoteTablet*, Ops> queues;
  {
    std::lock_guard lock(lock_);
    if (state_ != BatcherState::kFlushing || outstanding_lookups_ != 0) return;
    queues.swap(per_tablet_ops_);
  }
  for (auto& [tablet, ops] : queues) SendToTablet(tablet, std::move(ops));
}

template <class Policy>
void Batcher<Policy>::SendToTablet(RemoteTablet* tablet, Ops ops) {
  Reactor* reactor = client_->reactor_of(tablet->server());
  WriteRpc<Policy>::Send(
      std::make_unique<WriteRpc<Policy>>(RefPtr<Batcher>(this), RefPtr<RemoteTablet>(tablet), std::move(ops)), reactor);
}

// On the reactor. Errors first, then the ops leave the set; the ops themselves are destroyed with the rpc, after this.
template <class Policy>
void Batcher<Policy>::ProcessResponse(WriteRpc<Policy>* rpc) {
  const bool failed = rpc->CollectErrors(errors_.get());
  {
    std::lock_guard lock(lock_);
    had_errors_ |= failed;
    for (Op* op : rpc->ops()) FatalUnless(ops_.Erase(op), "an operation was answered twice");
  }
  CheckForFinishedFlush();
}

template <class Policy>
void Batcher<Policy>::CheckForFinishedFlush() {
  FlushCallback callback;
  bool had_errors = false;
  {
    std::lock_guard lock(lock_);
    if (state_ != BatcherState::kFlushing || !ops_.empty()) return;
    state_ = BatcherState::kFlushed;
    callback = std::exchange(flush_callback_, nullptr);
    had_errors = had_errors_;
  }
  callback(had_errors ? Status::IoError("some operations failed; the session's errors say which") : Status::Ok());
}

// Victims are collected before any is erased. An op whose lookup is not finished fails when it is.
template <class Policy>
void Batcher<Policy>::Abort() {
  Ops victims;
  FlushCallback callback;
  {
    std::lock_guard lock(lock_);
    if (state_ == BatcherState::kFlushed || state_ == BatcherState::kAborted) return;
    state_ = BatcherState::kAborted;
    for (auto& [tablet, ops] : per_tablet_ops_) victims.insert(victims.end(), ops.begin(), ops.end());
    per_tablet_ops_.clear();
    callback = std::exchange(flush_callback_, nullptr);
  }
  for (Op* op : victims) Fail(op, Status::Aborted("the batch was aborted"));
  if (callback) callback(Status::Aborted("the batch was aborted"));
}

template <class Policy>
BatcherState Batcher<Policy>::state() const {
  std::lock_guard lock(lock_);
  return state_;
}

template <class Policy>
std::size_t Batcher<Policy>::pending_ops() const {
  std::lock_guard lock(lock_);
  return ops_.size();
}

template <class Policy>
std::int64_t Batcher<Policy>::buffer_bytes() const {
  std::lock_guard lock(lock_);
  return buffer_bytes_;
}

template <class Policy>
Reactor::Clock::time_point Batcher<Policy>::first_op_time() const {
  std::lock_guard lock(lock_);
  return first_op_time_;
}

}  // namespace engine
