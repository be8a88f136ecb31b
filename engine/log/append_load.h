// The load of Kudu's mt-log-test: writers that append small batches of replicates as fast as the log takes them, each
// waiting at its end until all of its own have called back. How many operations a batch has is drawn from a normal
// distribution around the average with a deviation of 1, rounded, at least 1.
//
// What ends up in the log does not depend on how the writers interleave, but for where batches begin and end: index i
// has always the same payload, and every index up to the last is there.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>
#include <string>

#include "engine/base/status.h"
#include "engine/log/log.h"

namespace engine {

struct AppendLoadShape {
  int writers = 4;  // these defaults are mt-log-test's
  std::uint64_t batches_per_writer = 2000;
  int ops_per_batch = 5;  // on average
  std::uint64_t seed = 1;
};

class AppendLoad {
 public:
  // Appends to `log`, which has no entries yet. Requires: `log` outlives this object.
  AppendLoad(Log* log, AppendLoadShape shape) : log_(log), shape_(shape) {}

  // One writer's part, in its own thread: `writer` is 0 to writers - 1. May be called again for more of the same load.
  // The first error that a batch or callback got.
  Status Write(int writer);

  // All writers' parts, each in a thread started for it.
  Status WriteAll();

  [[nodiscard]] std::uint64_t last_index() const;  // so far

  static std::string PayloadOf(std::uint64_t index);

 private:
  class Outcome;

  Status AppendOne(std::uint64_t ops, Outcome* outcome);

  Log* const log_;
  const AppendLoadShape shape_;
  // Held while indexes are given out and the batch is handed in, so that the log sees them grow. A spin lock in Kudu,
  // one that sleeps when it has to wait long; a writer that waits for room in the queue holds it.
  mutable std::mutex order_;
  std::uint64_t last_index_ = 0;  // guarded by order_
};

}  // namespace engine
