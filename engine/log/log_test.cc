// The promises of log.h: order, groups, syncs, errors, segments.
#include "engine/log/log.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <latch>
#include <mutex>
#include <thread>

#include "engine/base/temporary_directory.h"
#include "engine/log/segment_files.h"

namespace engine {
namespace {

std::string PayloadOf(std::uint64_t index) { return "payload " + std::to_string(index); }

EntryBatch Replicate(std::uint64_t index) {
  EntryBatch batch;
  batch.AddReplicate(index, PayloadOf(index));
  return batch;
}

EntryBatch Commit(std::uint64_t index) {
  EntryBatch batch;
  batch.AddCommit(index);
  return batch;
}

// Reads the log's replicates, checking each payload.
std::vector<std::uint64_t> Indexes(const std::string& directory, std::uint64_t from = 0) {
  std::vector<std::uint64_t> indexes;
  const Status status = Log::ReplayFrom(directory, from, [&indexes](const LogEntry& entry) {
    if (entry.type == EntryType::kCommit) return Status::Ok();
    EXPECT_EQ(entry.payload.view(), PayloadOf(entry.index));
    indexes.push_back(entry.index);
    return Status::Ok();
  });
  EXPECT_TRUE(status.ok()) << status.message();
  return indexes;
}

std::vector<std::uint64_t> From(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> indexes;
  for (; first <= last; ++first) indexes.push_back(first);
  return indexes;
}

// Holds the append thread inside a sync until told to go on, so that a test decides which batches make a group.
class SyncGate {
 public:
  Status operator()() {
    std::unique_lock lock(mutex_);
    is_inside_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_open_; });
    return answer_;
  }
  void WaitUntilInside() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_inside_; });
  }
  void Open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  void Answer(Status status) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(status);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_inside_ = false;
  bool is_open_ = false;
  Status answer_;
};

class LogTest : public ::testing::TestWithParam<AppendQueueKind> {
 protected:
  // Syncs cost nothing here, but for the tests in which a sync is to be real.
  LogOptions Options() const {
    return {.directory = Directory(), .queue = GetParam(), .sync_file = [](WritableFile*) { return Status::Ok(); }};
  }
  LogOptions OptionsWithGate() {
    LogOptions options = Options();
    options.sync_file = [this](WritableFile*) { return gate_(); };
    return options;
  }
  std::string Directory() const { return directory_.path() + "/log"; }

  std::unique_ptr<Log> OpenLog(LogOptions options) {
    std::unique_ptr<Log> log;
    const Status status = Log::Open(std::move(options), &log);
    EXPECT_TRUE(status.ok()) << status.message();
    return log;
  }

  // Appends 1 and, once the append thread is in the sync for it, `last - 1` more: these are one group.
  void AppendTwoGroups(Log* log, std::uint64_t last, const std::function<void(std::uint64_t, const Status&)>& called) {
    for (std::uint64_t index = 1; index <= last; ++index) {
      ASSERT_TRUE(
          log->AsyncAppend(Replicate(index), [called, index](const Status& status) { called(index, status); }).ok());
      if (index == 1) gate_.WaitUntilInside();
    }
    gate_.Open();
  }

  TemporaryDirectory directory_;
  SyncGate gate_;
};
INSTANTIATE_TEST_SUITE_P(EveryQueue, LogTest,
                         ::testing::Values(AppendQueueKind::kBefore, AppendQueueKind::kAfter,
                                           AppendQueueKind::kOneSignal));

TEST_P(LogTest, GivesBackWhatWasAppended) {
  for (const Compression compression : {Compression::kNone, Compression::kLz4}) {
    TemporaryDirectory directory;
    auto log = OpenLog({.directory = directory.path(), .compression = compression, .queue = GetParam()});
    for (std::uint64_t index = 1; index <= 50; ++index) ASSERT_TRUE(log->AsyncAppend(Replicate(index), nullptr).ok());
    ASSERT_TRUE(log->Append(Commit(50)).ok());
    EXPECT_EQ(Indexes(directory.path()), From(1, 50));  // while it is open
    ASSERT_TRUE(log->Close().ok());
    ASSERT_TRUE(log->Close().ok());
    EXPECT_EQ(Indexes(directory.path()), From(1, 50));
    ReplayCounts counts;
    ASSERT_TRUE(Log::Replay(
                    directory.path(), [](const LogEntry&) { return Status::Ok(); }, &counts)
                    .ok());
    EXPECT_EQ(counts, (ReplayCounts{.segments = 1, .records = 51, .entries = 51, .torn_bytes = 0}));
  }
}

TEST_P(LogTest, KeepsABatchTogether) {
  auto log = OpenLog(Options());
  EntryBatch batch;
  for (std::uint64_t index = 1; index <= 10; ++index) batch.AddReplicate(index, PayloadOf(index));
  batch.AddCommit(5);
  EXPECT_EQ(batch.entries(), 11u);
  ASSERT_TRUE(log->Append(std::move(batch)).ok());
  EXPECT_EQ(log->counts().batches, 1u);
  ASSERT_TRUE(log->Close().ok());
  EXPECT_EQ(Indexes(Directory()), From(1, 10));
}

TEST_P(LogTest, CallsBackInTheOrderOfAppends) {
  auto log = OpenLog(Options());
  std::vector<std::uint64_t> called;
  for (std::uint64_t index = 1; index <= 500; ++index) {
    ASSERT_TRUE(log->AsyncAppend(Replicate(index),
                                 [&called, index](const Status& status) {
                                   EXPECT_TRUE(status.ok());
                                   called.push_back(index);
                                 })
                    .ok());
  }
  ASSERT_TRUE(log->WaitAll().ok());
  EXPECT_EQ(called, From(1, 500));
}

TEST_P(LogTest, SyncsOncePerGroup) {
  auto log = OpenLog(OptionsWithGate());
  std::latch all_called(20);
  AppendTwoGroups(log.get(), 20, [&all_called](std::uint64_t, const Status& status) {
    EXPECT_TRUE(status.ok());
    all_called.count_down();
  });
  all_called.wait();
  EXPECT_EQ(log->counts().groups, 2u);
  EXPECT_EQ(log->counts().syncs, 2u);
}

TEST_P(LogTest, FreesABatchBeforeTheNextCallback) {
  auto log = OpenLog(OptionsWithGate());
  std::vector<std::weak_ptr<int>> witnesses;
  std::latch all_called(20);
  const auto append = [&](std::uint64_t index) {
    auto witness = std::make_shared<int>();
    witnesses.push_back(witness);
    ASSERT_TRUE(log->AsyncAppend(Replicate(index),
                                 [&, index, witness = std::move(witness)](const Status&) {
                                   for (std::uint64_t i = 1; i < index; ++i) EXPECT_TRUE(witnesses[i - 1].expired());
                                   all_called.count_down();
                                 })
                    .ok());
  };
  witnesses.reserve(20);  // the callbacks read while later ones are appended
  append(1);
  gate_.WaitUntilInside();
  for (std::uint64_t index = 2; index <= 20; ++index) append(index);
  gate_.Open();
  all_called.wait();
}

TEST_P(LogTest, AGroupOfCommitsWaitsForNoSyncButWaitAllDoes) {
  auto log = OpenLog(Options());
  for (std::uint64_t index = 1; index <= 5; ++index) ASSERT_TRUE(log->Append(Commit(index)).ok());
  EXPECT_EQ(log->counts().syncs, 0u);
  ASSERT_TRUE(log->WaitAll().ok());
  EXPECT_EQ(log->counts().syncs, 1u);
  ASSERT_TRUE(log->WaitAll().ok());  // nothing new to make durable
  EXPECT_EQ(log->counts().syncs, 1u);
  ASSERT_TRUE(log->Append(Replicate(1)).ok());
  EXPECT_EQ(log->counts().syncs, 2u);
}

TEST_P(LogTest, NeverSyncsWhenToldSo) {
  LogOptions options = Options();
  options.sync = SyncPolicy::kNever;
  options.segment_bytes = 100;
  auto log = OpenLog(options);
  for (std::uint64_t index = 1; index <= 20; ++index) ASSERT_TRUE(log->Append(Replicate(index)).ok());
  ASSERT_TRUE(log->Close().ok());
  EXPECT_EQ(log->counts().syncs, 0u);
  EXPECT_GT(log->counts().segments, 3u);
}

TEST_P(LogTest, AFailedSyncReachesEveryCallbackOfTheGroupAndTheLogIsOver) {
  auto log = OpenLog(OptionsWithGate());
  gate_.Answer(Status::IoError("disk on fire"));
  std::vector<std::uint64_t> failed;
  std::latch all_called(20);
  AppendTwoGroups(log.get(), 20, [&](std::uint64_t index, const Status& status) {
    EXPECT_EQ(status.message(), "disk on fire");
    failed.push_back(index);
    all_called.count_down();
  });
  all_called.wait();
  EXPECT_EQ(failed, From(1, 20));
  gate_.Answer(Status::Ok());  // a second sync that succeeds proves nothing about what the first did not write
  EXPECT_EQ(log->Append(Replicate(21)).code(), Status::Code::kIoError);
  EXPECT_EQ(log->WaitAll().code(), Status::Code::kIoError);
  EXPECT_EQ(log->Close().code(), Status::Code::kIoError);
  EXPECT_EQ(log->Close().code(), Status::Code::kIoError);
}

TEST_P(LogTest, AFailedSyncOfTheSegmentThatIsLeftFailsTheWholeGroup) {
  LogOptions options = Options();
  options.segment_bytes = 100;
  int syncs = 0;
  options.sync_file = [this, &syncs](WritableFile*) {
    if (++syncs == 1) return gate_();
    return syncs == 2 ? Status::IoError("disk on fire") : Status::Ok();  // the second is that of rolling
  };
  auto log = OpenLog(options);
  int ok = 0;
  std::latch all_called(20);
  AppendTwoGroups(log.get(), 20, [&](std::uint64_t, const Status& status) {
    ok += static_cast<int>(status.ok());
    all_called.count_down();
  });
  all_called.wait();
  EXPECT_EQ(ok, 1);  // the first group; in the second some had been written, none was durable
  EXPECT_EQ(log->Close().code(), Status::Code::kIoError);
}

TEST_P(LogTest, RollsSegmentsAndFindsEntriesThroughTheirIndexes) {
  LogOptions options = Options();
  options.segment_bytes = 300;
  options.compression = Compression::kNone;
  auto log = OpenLog(options);
  for (std::uint64_t index = 10; index <= 1000; index += 10) {
    ASSERT_TRUE(log->Append(Replicate(index)).ok());
    ASSERT_TRUE(log->Append(Commit(index)).ok());
  }
  std::vector<std::uint64_t> sequences;
  ASSERT_TRUE(ListSegments(Directory(), &sequences).ok());
  EXPECT_EQ(sequences.size(), log->counts().segments);
  EXPECT_GT(sequences.size(), 10u);
  for (const bool is_closed : {false, true}) {
    if (is_closed) {
      ASSERT_TRUE(log->Close().ok());
    }
    for (std::uint64_t from = 1; from <= 1010; from += 7) {
      std::vector<std::uint64_t> expected;
      for (std::uint64_t index = (from + 9) / 10 * 10; index <= 1000; index += 10) expected.push_back(index);
      ASSERT_EQ(Indexes(Directory(), from), expected) << "from " << from;
    }
    ReplayCounts counts;
    ASSERT_TRUE(Log::ReplayFrom(
                    Directory(), 1000, [](const LogEntry&) { return Status::Ok(); }, &counts)
                    .ok());
    EXPECT_LT(counts.segments, 4u) << "it should not have read the whole log";
  }
}

TEST_P(LogTest, GoesOnInANewSegmentWhenOpenedAgain) {
  for (std::uint64_t turn = 0; turn < 3; ++turn) {
    auto log = OpenLog(Options());
    ASSERT_TRUE(log->Append(Replicate(turn + 1)).ok());
    EXPECT_EQ(log->Append(Replicate(turn + 1)).code(), Status::Code::kInvalidArgument);
    ASSERT_TRUE(log->Append(Commit(turn + 1)).ok());
    ASSERT_TRUE(log->Close().ok());
  }
  EXPECT_EQ(Indexes(Directory()), From(1, 3));
  std::vector<std::uint64_t> sequences;
  ASSERT_TRUE(ListSegments(Directory(), &sequences).ok());
  EXPECT_EQ(sequences, From(1, 3));
}

TEST_P(LogTest, ReportsAMissingSegment) {
  LogOptions options = Options();
  options.segment_bytes = 100;
  auto log = OpenLog(options);
  for (std::uint64_t index = 1; index <= 20; ++index) ASSERT_TRUE(log->Append(Replicate(index)).ok());
  ASSERT_TRUE(log->Close().ok());
  ASSERT_TRUE(RemoveFile(SegmentPath(Directory(), 2)).ok());
  const Status status = Log::Replay(Directory(), [](const LogEntry&) { return Status::Ok(); });
  EXPECT_EQ(status.code(), Status::Code::kCorruption);
  EXPECT_NE(status.message().find("wal-000000002"), std::string::npos) << status.message();
}

TEST_P(LogTest, AVisitorCanEndTheReading) {
  auto log = OpenLog(Options());
  for (std::uint64_t index = 1; index <= 5; ++index) ASSERT_TRUE(log->Append(Replicate(index)).ok());
  int seen = 0;
  const Status status = Log::Replay(
      Directory(), [&seen](const LogEntry&) { return ++seen == 3 ? Status::Aborted("enough") : Status::Ok(); });
  EXPECT_EQ(status.code(), Status::Code::kAborted);
  EXPECT_EQ(seen, 3);
}

TEST_P(LogTest, AClosedLogTakesNothingMore) {
  auto log = OpenLog(Options());
  ASSERT_TRUE(log->Close().ok());
  EXPECT_EQ(log->AsyncAppend(Replicate(1), [](const Status&) { ADD_FAILURE() << "called"; }).code(),
            Status::Code::kShutdown);
  EXPECT_EQ(log->WaitAll().code(), Status::Code::kShutdown);
}

TEST_P(LogTest, ManyWritersOverATinyQueueThatIsReadMeanwhile) {
  LogOptions options = Options();
  options.queue_bytes = 64;  // they wait all the time
  options.segment_bytes = 2000;
  options.sync = SyncPolicy::kNever;
  options.idle_after = std::chrono::milliseconds(0);
  auto log = OpenLog(options);
  std::mutex order;  // index and append go together, as the log requires
  std::uint64_t last_index = 0;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        const std::lock_guard lock(order);
        ASSERT_TRUE(
            log->AsyncAppend(Replicate(++last_index), [](const Status& status) { ASSERT_TRUE(status.ok()); }).ok());
      }
    });
  }
  std::size_t seen = 0;
  for (int turn = 0; turn < 10; ++turn) {
    const std::vector<std::uint64_t> indexes = Indexes(Directory());
    EXPECT_EQ(indexes, From(1, indexes.size()));
    EXPECT_GE(indexes.size(), seen);
    seen = indexes.size();
  }
  for (std::thread& writer : writers) writer.join();
  ASSERT_TRUE(log->Close().ok());
  EXPECT_EQ(Indexes(Directory()), From(1, 400));
}

// A real write error, from the system: files of this process may not grow beyond 4 KiB. In a child, since the limit is
// the process's. Exit status 0 means that all went as it should.
int AppendUnderAFileSizeLimit(const LogOptions& options) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{4096, 4096};
  if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
  std::unique_ptr<Log> log;
  if (!Log::Open(options, &log).ok()) return 2;
  std::uint64_t acknowledged = 0;
  Status status;
  for (std::uint64_t index = 1; index < 1000 && status.ok(); ++index) {
    status = log->Append(Replicate(index));
    if (status.ok()) acknowledged = index;
  }
  if (status.code() != Status::Code::kIoError) return 3;
  if (log->Close().code() != Status::Code::kIoError) return 4;
  return Indexes(options.directory) == From(1, acknowledged) && acknowledged > 50 ? 0 : 5;
}

TEST_P(LogTest, AFailedWriteEndsTheLogButKeepsWhatWasAcknowledged) {
  EXPECT_EXIT(std::_Exit(AppendUnderAFileSizeLimit(Options())), ::testing::ExitedWithCode(0), "");
  auto log = OpenLog(Options());  // recovers
  ASSERT_TRUE(log->Append(Replicate(1'000'000)).ok());
  ASSERT_TRUE(log->Close().ok());
  EXPECT_EQ(Indexes(Directory()).back(), 1'000'000u);
}

}  // namespace
}  // namespace engine
