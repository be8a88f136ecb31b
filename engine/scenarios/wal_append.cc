// log/wal_append: the load of Kudu's mt-log-test on a real write-ahead log, with the queue before its append thread as
// the variant.
//
// What hurts it: mostly everything that is not the queue. A batch is encoded, queued, packed, checksummed, written with
// a system call and called back; the queue is a few percent of that, so a queue that is half again as fast should be
// hard to see here. The files are in a temporary directory ($TMPDIR) and are never synced, as in the source.
//
// Unit of work: a batch, from handing it in to its callback. Afterwards, outside the measurement, the log is replayed:
// the checksum is over every entry read back.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/crc32c.h"
#include "engine/base/temporary_directory.h"
#include "engine/log/append_load.h"
#include "engine/log/log.h"
#include "engine/scenarios/crew.h"
#include "engine/scenarios/reported.h"
#include "harness/measure/registry.h"
#include "harness/model/error.h"

namespace engine::scenarios {
namespace {

using harness::Parameters;
using harness::Preset;
using harness::Role;
using harness::measure::Body;

void Check(const Status& status) {
  if (!status.ok()) throw harness::Error("log/wal_append: " + status.message());
}

// Writers that live for the launch; a log that is new for every batch, so that it does not grow over a launch.
class WalAppend {
 public:
  WalAppend(AppendQueueKind queue, const Parameters& parameters)
      : queue_(queue),
        queue_bytes_(static_cast<std::size_t>(parameters.integer("queue_kib")) << 10),
        shape_({.writers = static_cast<int>(parameters.integer("writers")),
                .batches_per_writer = static_cast<std::uint64_t>(parameters.integer("batches")) /
                                      static_cast<std::uint64_t>(parameters.integer("writers")),
                .ops_per_batch = static_cast<int>(parameters.integer("ops_per_batch"))}),
        outcomes_(static_cast<std::size_t>(shape_.writers)),
        crew_(Jobs()) {}

  void OpenLog() {
    directory_ = std::make_unique<TemporaryDirectory>();
    Check(Log::Open({.directory = directory_->path(),
                     .segment_bytes = std::uint64_t{1} << 20,  // mt-log-test's
                     .queue_bytes = queue_bytes_,
                     .sync = SyncPolicy::kNever,
                     .queue = queue_},
                    &log_));
    load_ = std::make_unique<AppendLoad>(log_.get(), shape_);
  }

  void Run() { crew_.WorkOneShift(); }

  // Closes the log, reads it back and removes it. The answer: a checksum over all entries.
  std::uint64_t CloseAndReplay() {
    for (const Status& outcome : outcomes_) Check(outcome);
    Check(log_->Close());
    std::uint32_t crc = 0;
    ReplayCounts counts;
    Check(Log::Replay(
        directory_->path(),
        [&crc](const LogEntry& entry) {
          crc = crc32c::Extend(crc, Slice(&entry.index, sizeof entry.index));
          crc = crc32c::Extend(crc, entry.payload);
          return Status::Ok();
        },
        &counts));
    load_.reset();
    log_.reset();
    directory_.reset();
    return counts.entries << 32 | crc;
  }

  [[nodiscard]] std::uint64_t batches() const {
    return shape_.batches_per_writer * static_cast<std::uint64_t>(shape_.writers);
  }

 private:
  std::vector<std::function<void()>> Jobs() {
    std::vector<std::function<void()>> jobs;
    for (int writer = 0; writer < shape_.writers; ++writer) {
      jobs.emplace_back([this, writer] {
        Status& outcome = outcomes_[static_cast<std::size_t>(writer)];
        if (outcome.ok()) outcome = load_->Write(writer);
      });
    }
    return jobs;
  }

  const AppendQueueKind queue_;
  const std::size_t queue_bytes_;
  const AppendLoadShape shape_;
  std::vector<Status> outcomes_;  // the first error of each writer
  std::unique_ptr<TemporaryDirectory> directory_;
  std::unique_ptr<Log> log_;
  std::unique_ptr<AppendLoad> load_;
  Crew crew_;  // last: its threads use what stands above
};

template <AppendQueueKind kQueue>
Body Append(const Parameters& parameters) {
  auto wal = std::make_shared<WalAppend>(kQueue, parameters);
  return [wal](benchmark::State& state) {
    wal->OpenLog();
    for (auto _ : harness::measure::metered(state)) wal->Run();
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * wal->batches()));
    harness::measure::report_checksum(state, wal->CloseAndReplay());
  };
}

// The source appends a million batches, some 35 times what its queue of 4 MiB holds, so for most of the time the queue
// is full. The smaller points keep that: the queue shrinks with the number of batches.
harness::ParameterPoint Point(int writers, int ops_per_batch, int batches, int queue_kib, std::vector<Preset> presets) {
  return {.parameters = {{"writers", writers},
                         {"ops_per_batch", ops_per_batch},
                         {"batches", batches},
                         {"queue_kib", queue_kib}},
          .presets = std::move(presets)};
}

const harness::measure::Registered registered = harness::measure::register_scenario(
    {.description = {.name = "log/wal_append",
                     .summary = "writers append small batches to a write-ahead log on disk, without syncs",
                     .unit_of_work = "batch",
                     .threads = 5,
                     .metric = std::string(harness::kWallTime),
                     .variants = {{"list of pointers", Role::Before},
                                  {"deque of unique_ptr", Role::After},
                                  {"ring+one_signal", Role::Beyond}},
                     .points = {Point(1, 1, 2'000, 16, {Preset::Smoke}), Point(1, 1, 10'000, 64, {Preset::Quick}),
                                Point(4, 5, 4'000, 64, {Preset::Quick}),
                                Point(1, 1, 100'000, 512, {Preset::Standard, Preset::Full}),
                                Point(4, 5, 40'000, 512, {Preset::Standard, Preset::Full}),
                                Point(1, 1, 1'000'000, 4096, {Preset::Full})},
                     .reported = reported("log/wal_append")},
     .bodies = {Append<AppendQueueKind::kBefore>, Append<AppendQueueKind::kAfter>,
                Append<AppendQueueKind::kOneSignal>}});

}  // namespace
}  // namespace engine::scenarios
