// The operations that failed, with the reason, until the user asks for them. A session's flush only says that there
// were some.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/base/spin_lock.h"
#include "engine/base/status.h"
#include "engine/client/write_op.h"

namespace engine {

struct FailedOp {
  std::unique_ptr<WriteOp> write_op;
  Status status;
};

// Any number of threads.
class ErrorCollector {
 public:
  // Errors beyond `limit_bytes` of rows are dropped, and it is said that they were. 0: no limit.
  explicit ErrorCollector(std::int64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  void Add(std::unique_ptr<WriteOp> write_op, Status status) {
    std::lock_guard lock(lock_);
    const std::int64_t bytes = write_op->BufferBytes();
    if (limit_bytes_ != 0 && bytes_ + bytes > limit_bytes_) {
      ++dropped_;
      return;
    }
    bytes_ += bytes;
    failed_.push_back({std::move(write_op), std::move(status)});
  }

  struct Errors {
    std::vector<FailedOp> failed;
    std::int64_t dropped = 0;  // errors that did not fit
  };

  // Hands over what was collected since the last call.
  Errors Take() {
    std::lock_guard lock(lock_);
    bytes_ = 0;
    return {std::exchange(failed_, {}), std::exchange(dropped_, 0)};
  }

  [[nodiscard]] std::int64_t count() const {
    std::lock_guard lock(lock_);
    return static_cast<std::int64_t>(failed_.size()) + dropped_;
  }

 private:
  const std::int64_t limit_bytes_;
  mutable SpinLock lock_;
  std::vector<FailedOp> failed_;
  std::int64_t bytes_ = 0;
  std::int64_t dropped_ = 0;
};

}  // namespace engine
