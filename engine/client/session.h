// What a user writes through. It buffers rows in a batcher; when that is full to the watermark it is flushed in the
// background and the next one fills. Apply blocks while the buffer is full or all batchers are under way.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "engine/base/status.h"
#include "engine/client/batcher.h"
#include "engine/client/client.h"
#include "engine/client/error_collector.h"
#include "engine/client/op_storage.h"

namespace engine {

enum class FlushMode : std::uint8_t {
  kAutoBackground,  // at the watermark, and after a while; Apply may block
  kManual,          // only when the user says so; Apply never blocks, and is refused when the buffer is full
};

// The defaults are those of the source: two batchers, each flushed at 2 MiB.
struct SessionOptions {
  FlushMode flush_mode = FlushMode::kAutoBackground;
  std::int64_t buffer_bytes = 4 << 20;             // of all batchers together
  double flush_watermark = 0.5;                    // share of buffer_bytes at which a batcher is flushed
  int max_batchers = 2;                            // gathering or under way; 0: any number
  std::chrono::milliseconds flush_interval{1000};  // an older batcher is flushed too; 0: never
  std::int64_t error_buffer_bytes = 16 << 20;      // errors beyond it are counted but dropped; 0: no limit
};

// Apply and the flushes come from one thread at a time; everything else may happen on any. Made by Make: batchers under
// way keep what they need of their session, but may outlive it.
template <class Policy>
class Session : public std::enable_shared_from_this<Session<Policy>> {
 public:
  using BatcherRef = RefPtr<Batcher<Policy>>;
  using FlushCallback = typename Batcher<Policy>::FlushCallback;

  static std::shared_ptr<Session> Make(Client* client, SessionOptions options) {
    return std::shared_ptr<Session>(new Session(client, options));
  }
  // Aborts what was not flushed.
  ~Session();

  // Ok means that the row is buffered, not that it is written. Otherwise the op is in the error collector with the same
  // status: IllegalState if its key is not set, Incomplete if there is no room for it (kManual) or can never be.
  Status Apply(std::unique_ptr<WriteOp> write_op);

  // Flushes and waits for everything under way. IoError if any op failed since the last TakeErrors.
  Status Flush();
  // Flushes what is buffered; `callback` hears of that batcher only, on the reactor or at once.
  void FlushAsync(FlushCallback callback);

  [[nodiscard]] std::int64_t error_count() const { return errors_->count(); }
  ErrorCollector::Errors TakeErrors() { return errors_->Take(); }
  [[nodiscard]] std::int64_t buffered_bytes() const;  // of all batchers, until they are answered
  [[nodiscard]] int batchers() const;                 // gathering or under way

 private:
  Session(Client* client, SessionOptions options)
      : client_(client),
        options_(options),
        errors_(std::make_shared<ErrorCollector>(options.error_buffer_bytes)) {}

  Status Refuse(std::unique_ptr<WriteOp> write_op, Status status);
  [[nodiscard]] bool HasRoomFor(std::int64_t bytes) const;
  void WaitForRoom(std::unique_lock<std::mutex>* lock, std::int64_t bytes);
  void StartBatcher();
  BatcherRef TakeIfFull();
  void FlushBatcher(BatcherRef batcher, FlushCallback callback);
  void FlushFinished(std::int64_t bytes);
  void SetTimer(Reactor::Clock::duration delay);
  void TimerRan();

  Client* client_;
  const SessionOptions options_;
  std::shared_ptr<ErrorCollector> errors_;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable room_;
  BatcherRef batcher_;  // the one that gathers, if any
  std::int64_t buffered_bytes_ = 0;
  int batchers_ = 0;
  bool timer_is_set_ = false;
};

template <class Policy>
Session<Policy>::~Session() {
  if (batcher_ != nullptr) batcher_->Abort();
}

template <class Policy>
Status Session<Policy>::Refuse(std::unique_ptr<WriteOp> write_op, Status status) {
  errors_->Add(std::move(write_op), Status(status));
  return status;
}

template <class Policy>
Status Session<Policy>::Apply(std::unique_ptr<WriteOp> write_op) {
  if (!write_op->row().IsKeySet()) {
    return Refuse(std::move(write_op), Status::IllegalState("the row's key is not set"));
  }
  const std::int64_t bytes = write_op->BufferBytes();
  if (bytes > options_.buffer_bytes) {
    return Refuse(std::move(write_op), Status::Incomplete("the row is larger than the session's whole buffer"));
  }
  BatcherRef full;
  {
    std::unique_lock lock(mutex_);
    if (options_.flush_mode == FlushMode::kAutoBackground) {
      WaitForRoom(&lock, bytes);
    } else if (!HasRoomFor(bytes)) {
      lock.unlock();
      return Refuse(std::move(write_op), Status::Incomplete("the session's buffer is full: flush it"));
    }
    if (batcher_ == nullptr) StartBatcher();
    batcher_->Add(std::move(write_op));
    buffered_bytes_ += bytes;
    if (options_.flush_mode == FlushMode::kAutoBackground) full = TakeIfFull();
  }
  if (full != nullptr) FlushBatcher(std::move(full), [](const Status&) {});
  return Status::Ok();
}

template <class Policy>
bool Session<Policy>::HasRoomFor(std::int64_t bytes) const {
  const bool may_start = batcher_ != nullptr || options_.max_batchers == 0 || batchers_ < options_.max_batchers;
  return may_start && buffered_bytes_ + bytes <= options_.buffer_bytes;
}

// Room comes from batchers that are answered, so the one that gathers has to go before it is waited for.
template <class Policy>
void Session<Policy>::WaitForRoom(std::unique_lock<std::mutex>* lock, std::int64_t bytes) {
  while (!HasRoomFor(bytes)) {
    if (batcher_ == nullptr) {
      room_.wait(*lock);
      continue;
    }
    BatcherRef batcher = std::move(batcher_);
    lock->unlock();
    FlushBatcher(std::move(batcher), [](const Status&) {});
    lock->lock();
  }
}

template <class Policy>
void Session<Policy>::StartBatcher() {
  batcher_ = MakeRef<Batcher<Policy>>(client_, errors_);
  ++batchers_;
  if (options_.flush_mode == FlushMode::kAutoBackground && options_.flush_interval.count() > 0 && !timer_is_set_) {
    SetTimer(options_.flush_interval);
  }
}

template <class Policy>
typename Session<Policy>::BatcherRef Session<Policy>::TakeIfFull() {
  const auto watermark = static_cast<double>(options_.buffer_bytes) * options_.flush_watermark;
  if (static_cast<double>(batcher_->buffer_bytes()) < watermark) return nullptr;
  return std::move(batcher_);
}

// A batcher may finish after its session is gone: then there is nobody left to tell.
template <class Policy>
void Session<Policy>::FlushBatcher(BatcherRef batcher, FlushCallback callback) {
  const std::int64_t bytes = batcher->buffer_bytes();
  batcher->FlushAsync([session = this->weak_from_this(), bytes, callback = std::move(callback)](Status status) mutable {
    if (const auto alive = session.lock()) alive->FlushFinished(bytes);
    callback(std::move(status));
  });
}

template <class Policy>
void Session<Policy>::FlushFinished(std::int64_t bytes) {
  {
    std::lock_guard lock(mutex_);
    buffered_bytes_ -= bytes;
    --batchers_;
  }
  room_.notify_all();
}

template <class Policy>
Status Session<Policy>::Flush() {
  FlushAsync([](const Status&) {});
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] { return batchers_ == 0; });
  return errors_->count() == 0 ? Status::Ok()
                               : Status::IoError("some operations failed; the session's errors say which");
}

template <class Policy>
void Session<Policy>::FlushAsync(FlushCallback callback) {
  BatcherRef batcher;
  {
    std::lock_guard lock(mutex_);
    batcher = std::move(batcher_);
  }
  if (batcher == nullptr) {
    callback(Status::Ok());
  } else {
    FlushBatcher(std::move(batcher), std::move(callback));
  }
}

// One timer a session, however many batchers come and go before it runs. Requires: mutex_ is held.
template <class Policy>
void Session<Policy>::SetTimer(Reactor::Clock::duration delay) {
  timer_is_set_ = true;
  client_->timer_reactor()->PostAfter(delay, [session = this->weak_from_this()] {
    if (const auto alive = session.lock()) alive->TimerRan();
  });
}

template <class Policy>
void Session<Policy>::TimerRan() {
  BatcherRef batcher;
  {
    std::lock_guard lock(mutex_);
    timer_is_set_ = false;
    if (batcher_ == nullptr) return;
    const auto age = Reactor::Clock::now() - batcher_->first_op_time();
    if (age < options_.flush_interval) return SetTimer(options_.flush_interval - age);
    batcher = std::move(batcher_);
  }
  FlushBatcher(std::move(batcher), [](const Status&) {});
}

template <class Policy>
std::int64_t Session<Policy>::buffered_bytes() const {
  std::lock_guard lock(mutex_);
  return buffered_bytes_;
}

template <class Policy>
int Session<Policy>::batchers() const {
  std::lock_guard lock(mutex_);
  return batchers_;
}

}  // namespace engine
