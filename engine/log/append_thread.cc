#include "engine/log/append_thread.h"

#include <utility>

namespace engine {

AppendThread::AppendThread(AppendQueue* queue, std::chrono::milliseconds idle_after, GroupSink sink)
    : queue_(queue), idle_after_(idle_after), sink_(std::move(sink)) {}

AppendThread::~AppendThread() { Stop(); }

void AppendThread::Wake() {
  if (!TryActivate()) return;
  const std::lock_guard lock(thread_mutex_);
  if (thread_.joinable()) thread_.join();  // it has gone idle: all that is left of it is its return
  thread_ = std::thread([this] { Drain(); });
  starts_.fetch_add(1, std::memory_order_relaxed);
}

void AppendThread::Stop() {
  queue_->Shutdown();
  if (TryActivate()) Drain();  // there is no thread, and this one says kStopped in its place
  for (State state = state_; state != State::kStopped; state = state_) state_.wait(state);
  const std::lock_guard lock(thread_mutex_);
  if (thread_.joinable()) thread_.join();
}

bool AppendThread::TryActivate() {
  State expected = State::kIdle;
  return state_ == State::kIdle && state_.compare_exchange_strong(expected, State::kActive);
}

void AppendThread::Drain() {
  do {
    while (DrainOneGroup()) {
    }
    if (state_ == State::kStopped) return;
    state_ = State::kIdle;
  } while (!queue_->empty() && TryActivate());
}

// False when there is nothing to do any more, now or ever.
bool AppendThread::DrainOneGroup() {
  std::vector<std::unique_ptr<PendingBatch>> group;
  const Status status = queue_->DrainTo(&group, Deadline::clock::now() + idle_after_);
  if (status.ok()) {
    sink_(std::move(group));
    return true;
  }
  if (status.code() == Status::Code::kAborted) {
    state_ = State::kStopped;
    state_.notify_all();
  }
  return false;
}

}  // namespace engine
