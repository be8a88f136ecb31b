// A tablet with its write-ahead log: a write is appended, and once the log has called back it is applied and answered.
// The log's thread is the tablet's one apply thread, so writes are applied in the order in which they were logged, and
// replaying the log leads to the same rows. No commits are logged: to apply a write again is to do the same again.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "engine/client/write_service.h"
#include "engine/log/log.h"
#include "engine/tablet/tablet.h"

namespace engine {

// Write() may come from any thread; the rest from one at a time, with no write under way.
class TabletReplica {
 public:
  // Replays what is logged in the directory already.
  static Status Open(const Schema& schema, const TabletOptions& tablet_options, LogOptions log_options,
                     std::unique_ptr<TabletReplica>* replica);

  // As WriteService. Answers on the log's thread.
  void Write(const WriteRequest& request, WriteResponse* response, WriteService::Done done);

  // Waits for the log; no write may follow.
  Status Close() { return log_->Close(); }

  [[nodiscard]] const Tablet& tablet() const { return tablet_; }
  [[nodiscard]] std::uint64_t bytes_logged() const { return log_->counts().bytes; }

 private:
  struct PendingWrite {
    const WriteRequest& request;
    WriteResponse* response;
    WriteService::Done done;
  };

  TabletReplica(const Schema& schema, const TabletOptions& options) : tablet_(schema, options) {}

  Status Replay(const std::string& directory);
  Status Append(const WriteRequest& request, AppendCallback callback);
  Status Apply(const WriteRequest& request, WriteResponse* response);

  Tablet tablet_;
  std::mutex order_;  // held from giving out an index to handing in the batch, so that the log sees indexes grow
  std::uint64_t last_index_ = 0;  // guarded by order_
  std::unique_ptr<Log> log_;      // last: its thread uses what stands above
};

}  // namespace engine
