// The write-ahead log of one tablet. Any number of threads hand in batches; one thread writes them in the order in
// which they were handed in, makes a whole group durable with one sync, and then calls back, in the same order.
//
//   std::unique_ptr<Log> log;
//   Status status = Log::Open({.directory = path}, &log);
//   EntryBatch batch;
//   batch.AddReplicate(index, payload);
//   status = log->AsyncAppend(std::move(batch), [](const Status& status) { ... });
//   status = log->Close();
//   status = Log::Replay(path, [](const LogEntry& entry) { ...; return Status::Ok(); });
//
// The bytes are described in log_format.h.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/status.h"
#include "engine/log/append_queue.h"
#include "engine/log/append_thread.h"
#include "engine/log/log_entry.h"
#include "engine/log/log_replay.h"
#include "engine/log/segment_writer.h"

namespace engine {

struct LogOptions {
  std::string directory;                                 // its parent must exist
  std::uint64_t segment_bytes = std::uint64_t{8} << 20;  // a segment that has reached it is closed; Kudu's default
  std::size_t queue_bytes = std::size_t{4} << 20;        // encoded bytes waiting to be written; Kudu's default
  Compression compression = Compression::kLz4;           // Kudu's default
  SyncPolicy sync = SyncPolicy::kEveryGroup;
  AppendQueueKind queue = AppendQueueKind::kAfter;
  std::chrono::milliseconds idle_after{1000};  // the append thread ends after so long without work; Kudu's
  // How a file is made durable. Here so that a test can make it slow or fail.
  std::function<Status(WritableFile*)> sync_file = [](WritableFile* file) { return file->Sync(); };
};

// What a log has done since it was opened.
struct LogCounts {
  std::uint64_t groups = 0;   // drains of the queue
  std::uint64_t batches = 0;  // written
  std::uint64_t syncs = 0;
  std::uint64_t segments = 0;  // created
  std::uint64_t bytes = 0;     // written, frames and footers included
};

// Thread-safe, except that Close() and the destructor must not run beside an AsyncAppend().
class Log {
 public:
  // Recovers what a crash left behind, then begins a new segment. Creates the directory if there is none.
  static Status Open(LogOptions options, std::unique_ptr<Log>* log);
  ~Log();  // as Close(), whose status is lost
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Hands in a batch; waits while the queue is full. Ok promises that `callback` will be called once, on the append
  // thread: with Ok when the batch is written and, under kEveryGroup, durable. The batch is freed before the next
  // callback. An empty callback is fine: WaitAll() tells when it is done. Shutdown if the log is closed; `callback` is
  // then not called.
  //
  // After a failed write or sync nobody knows what is on the disk. So the log fails for good: every batch not yet
  // acknowledged, and every later one, gets that status.
  // Requires: replicates come with growing indexes above 0, in the order of the calls, and above those that the log
  // held when it was opened. InvalidArgument by callback if not; the log goes on.
  Status AsyncAppend(EntryBatch batch, AppendCallback callback);

  // AsyncAppend, then waits for the callback and returns what it got.
  Status Append(EntryBatch batch);

  // Returns when everything handed in before has called back and, under kEveryGroup, is durable.
  Status WaitAll();

  // WaitAll, then ends the last segment with its footer. May be called again, and returns the same.
  Status Close();

  [[nodiscard]] LogCounts counts() const;
  [[nodiscard]] std::uint64_t append_thread_starts() const { return thread_.starts(); }

  // As ReplayLog and ReplayLogFrom; may run while the log is being written.
  static Status Replay(const std::string& directory, const EntryVisitor& visit, ReplayCounts* counts = nullptr) {
    return ReplayLog(directory, visit, counts);
  }
  static Status ReplayFrom(const std::string& directory, std::uint64_t first_index, const EntryVisitor& visit,
                           ReplayCounts* counts = nullptr) {
    return ReplayLogFrom(directory, first_index, visit, counts);
  }

 private:
  using Group = std::vector<std::unique_ptr<PendingBatch>>;

  Log(LogOptions options, RecoveredLog recovered);

  // On the append thread, or when there is none.
  void AppendGroup(Group group);
  Status WriteBatch(const EntryBatch& batch);
  Status SyncGroup(const Group& group);
  Status Sync();
  Status RollSegment();
  Status BeginSegment();
  Status FinishSegment();

  const LogOptions options_;

  // Of the append thread.
  std::uint64_t next_sequence_;
  std::uint64_t last_index_;
  std::unique_ptr<SegmentWriter> segment_;
  bool is_unsynced_ = false;
  Status failure_;       // Ok until a write or sync fails
  Status sync_failure_;  // the same, syncs only: then nothing unsynced is safe, even if a second sync should succeed

  std::atomic<std::uint64_t> groups_ = 0, batches_ = 0, syncs_ = 0, segments_ = 0, bytes_ = 0;

  const std::unique_ptr<AppendQueue> queue_;
  AppendThread thread_;  // after everything that it uses
};

}  // namespace engine
