#include "engine/log/append_load.h"

#include <gtest/gtest.h>

#include "engine/base/temporary_directory.h"

namespace engine {
namespace {

TEST(AppendLoad, PutsEveryOperationIntoTheLogOnce) {
  TemporaryDirectory directory;
  std::unique_ptr<Log> log;
  ASSERT_TRUE(
      Log::Open({.directory = directory.path(), .segment_bytes = 10'000, .sync = SyncPolicy::kNever}, &log).ok());
  AppendLoad load(log.get(), {.writers = 4, .batches_per_writer = 100, .ops_per_batch = 5});
  ASSERT_TRUE(load.WriteAll().ok());
  ASSERT_TRUE(load.Write(0).ok());  // more of the same
  ASSERT_TRUE(log->Close().ok());
  EXPECT_EQ(log->counts().batches, 500u);
  EXPECT_NEAR(static_cast<double>(load.last_index()), 2500, 125);
  std::uint64_t entries = 0;
  ASSERT_TRUE(Log::Replay(directory.path(), [&entries](const LogEntry& entry) {
                EXPECT_EQ(entry.index, ++entries);
                EXPECT_EQ(entry.payload.view(), AppendLoad::PayloadOf(entry.index));
                return Status::Ok();
              }).ok());
  EXPECT_EQ(entries, load.last_index());
}

TEST(AppendLoad, ABatchHasAtLeastOneOperation) {
  TemporaryDirectory directory;
  std::unique_ptr<Log> log;
  ASSERT_TRUE(Log::Open({.directory = directory.path(), .sync = SyncPolicy::kNever}, &log).ok());
  AppendLoad load(log.get(), {.writers = 1, .batches_per_writer = 200, .ops_per_batch = 0});
  ASSERT_TRUE(load.WriteAll().ok());
  EXPECT_EQ(log->counts().batches, 200u);
  EXPECT_GE(load.last_index(), 200u);
}

TEST(AppendLoad, ReportsWhatTheLogReported) {
  TemporaryDirectory directory;
  std::unique_ptr<Log> log;
  ASSERT_TRUE(Log::Open({.directory = directory.path(),
                         .sync_file = [](WritableFile*) { return Status::IoError("disk on fire"); }},
                        &log)
                  .ok());
  AppendLoad load(log.get(), {.writers = 2, .batches_per_writer = 10, .ops_per_batch = 1});
  EXPECT_EQ(load.WriteAll().message(), "disk on fire");
  ASSERT_EQ(log->Close().code(), Status::Code::kIoError);
  EXPECT_EQ(load.Write(0).code(), Status::Code::kShutdown);
}

}  // namespace
}  // namespace engine
