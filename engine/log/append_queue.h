// The queue before the log's append thread: batches with their callbacks, bounded by their encoded bytes. Which queue
// it is (queue_policy.h) is chosen when the log is opened; beside encoding and writing a batch, the virtual call is
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/status.h"
#include "engine/log/log_entry.h"
#include "engine/log/wait_line.h"

namespace engine {

// Called once, on the append thread.
using AppendCallback = std::function<void(const Status&)>;

struct PendingBatch {
  EntryBatch batch;  // an empty one asks for everything before it to be written and made durable
  AppendCallback callback;
};

enum class AppendQueueKind : std::uint8_t {
  kBefore,     // kQueueBefore of bare pointers, as Kudu had it
  kAfter,      // kQueueAfter of unique_ptr: Kudu 15af717e8
  kOneSignal,  // ours: the ring, one signal at a time, drained by swap
};

// Thread-safe.
class AppendQueue {
 public:
  static std::unique_ptr<AppendQueue> Create(AppendQueueKind kind, std::size_t capacity_bytes);
  virtual ~AppendQueue() = default;

  // Waits while the queue is full. Shutdown if it was shut down; `pending` is then untouched.
  virtual Status Put(std::unique_ptr<PendingBatch>&& pending) = 0;

  // Appends everything there is to `group`. TimedOut if nothing came in time, Aborted if it was shut down and is empty.
  virtual Status DrainTo(std::vector<std::unique_ptr<PendingBatch>>* group, Deadline deadline) = 0;

  virtual void Shutdown() = 0;
  [[nodiscard]] virtual bool empty() const = 0;

 protected:
  AppendQueue() = default;
};

}  // namespace engine
