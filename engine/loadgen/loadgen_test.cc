#include "engine/loadgen/loadgen.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "engine/base/temporary_directory.h"
#include "engine/loadgen/load.h"
#include "engine/row/cells.h"

namespace engine {
namespace {

// Buffers of some 40 rows: many batches, and generators that have to wait for room.
LoadgenOptions SmallLoad(const TemporaryDirectory& directory) {
  return {.num_threads = 3,
          .num_rows_per_thread = 700,
          .buffer_size_bytes = 5000,
          .table_num_hash_partitions = 4,
          .wal_directory = directory.path()};
}

LoadgenReport RunOk(const LoadgenOptions& options) {
  LoadgenReport report;
  const Status status = RunLoadgen(options, &report);
  EXPECT_TRUE(status.ok()) << status.message();
  return report;
}

LoadgenReport RunInFreshTable(LoadgenOptions options) {
  const TemporaryDirectory directory;
  options.wal_directory = directory.path();
  return RunOk(options);
}

TEST(Loadgen, EveryRowIsInItsTabletAsItWasMade) {
  const TemporaryDirectory directory;
  Load load(SmallLoad(directory));
  ASSERT_TRUE(load.Open(directory.path()).ok());
  for (const GeneratedRows& generated : load.GenerateAll()) {
    EXPECT_EQ(generated.rows, 700);
    EXPECT_EQ(generated.errors, 0) << generated.first_error.message();
  }
  std::set<std::int64_t> keys;
  for (const auto& [id, replica] : load.server().tablets()) {
    const Schema& schema = replica->tablet().schema();
    EXPECT_GT(replica->tablet().CountRows(), 0u) << id;
    replica->tablet().ForEachRow([&](Slice, const std::uint8_t* row) {
      const auto key = LoadCell<std::int64_t>(row + schema.offset(0));
      EXPECT_TRUE(keys.insert(key).second) << key << " is there twice";
      EXPECT_EQ(LoadCell<std::int32_t>(row + schema.offset(1)), key);
      const std::string text(LoadCell<Slice>(row + schema.offset(2)).view());
      EXPECT_EQ(text, (std::to_string(key) + ".").append(32 - std::to_string(key).size() - 1, 'x'));
    });
  }
  ASSERT_EQ(keys.size(), 2100u);
  EXPECT_EQ(*keys.begin(), 0);
  EXPECT_EQ(*keys.rbegin(), 2099);
}

TEST(Loadgen, ReportsWhatItDid) {
  const TemporaryDirectory directory;
  const LoadgenReport report = RunOk(SmallLoad(directory));
  EXPECT_EQ(report.rows_total, 2100);
  EXPECT_EQ(report.errors, 0);
  EXPECT_EQ(report.contents.rows, 2100);
  EXPECT_GT(report.time_total.count(), 0);
  EXPECT_GT(report.bytes_logged, 0u);
}

TEST(Loadgen, TheLogGivesBackEveryRow) {
  const TemporaryDirectory directory;
  const LoadgenOptions options = SmallLoad(directory);
  const LoadgenReport report = RunOk(options);
  Load reopened(options);
  ASSERT_TRUE(reopened.Open(directory.path()).ok());
  EXPECT_EQ(reopened.server().Contents(), report.contents);
}

TEST(Loadgen, AnInsertOfARowThatIsThereIsOneError) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  const LoadgenReport first = RunOk(options);
  options.seq_start = 100;  // so the last 100 rows are new
  const LoadgenReport second = RunOk(options);
  EXPECT_EQ(second.rows_total, 2100);
  EXPECT_EQ(second.errors, 2000);
  EXPECT_EQ(second.first_error.code(), Status::Code::kAlreadyPresent);
  EXPECT_EQ(second.contents.rows, 2200);
}

TEST(Loadgen, AnUpsertOfARowThatIsThereIsNone) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  options.use_upsert = true;
  const LoadgenReport first = RunOk(options);
  EXPECT_EQ(RunOk(options).contents, first.contents);
  options.string_fixed = "another text";
  const LoadgenReport changed = RunOk(options);
  EXPECT_EQ(changed.errors, 0);
  EXPECT_EQ(changed.contents.rows, 2100);
  EXPECT_NE(changed.contents.checksum, first.contents.checksum);
}

TEST(Loadgen, ALogOfOtherPartitionsIsLeftAlone) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  const LoadgenReport first = RunOk(options);
  options.table_num_hash_partitions = 3;
  LoadgenReport report;
  const Status status = RunLoadgen(options, &report);
  EXPECT_EQ(status.code(), Status::Code::kInvalidArgument);
  EXPECT_NE(status.message().find("other partitions"), std::string::npos) << status.message();
  options.table_num_hash_partitions = 4;
  options.use_upsert = true;
  EXPECT_EQ(RunOk(options).contents, first.contents);
}

TEST(Loadgen, EveryCombinationOfPoliciesLeadsToTheSameRows) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  options.num_rows_per_thread = 150;
  const TableContents contents = RunInFreshTable(options).contents;
  EXPECT_EQ(contents.rows, 450);
  for (const auto& op_set : kOpSetNames) {
    for (const auto& op_storage : kOpStorageNames) {
      for (const auto& queue : kQueueNames) {
        for (const auto& presence_check : kPresenceCheckNames) {
          options.policies = {op_set.kind, op_storage.kind, queue.kind, presence_check.kind};
          const LoadgenReport report = RunInFreshTable(options);
          EXPECT_EQ(report.errors, 0);
          ASSERT_EQ(report.contents, contents)
              << op_set.name << ' ' << op_storage.name << ' ' << queue.name << ' ' << presence_check.name;
        }
      }
    }
  }
}

TEST(Loadgen, HowTheLoadIsSpreadDoesNotChangeTheRows) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  const TableContents contents = RunInFreshTable(options).contents;
  options.use_client_per_thread = false;
  EXPECT_EQ(RunInFreshTable(options).contents, contents);
  options.flush_per_n_rows = 50;
  EXPECT_EQ(RunInFreshTable(options).contents, contents);
  options.table_num_hash_partitions = 1;
  options.table_num_range_partitions = 5;
  EXPECT_EQ(RunInFreshTable(options).contents, contents);
  options.num_threads = 7;
  options.num_rows_per_thread = 300;
  EXPECT_EQ(RunInFreshTable(options).contents, contents);
}

TEST(Loadgen, RandomRowsAreTheSameForEveryPolicy) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  options.use_random = true;
  options.table_num_range_partitions = 2;
  options.policies = kPoliciesBefore;
  const LoadgenReport before = RunInFreshTable(options);
  EXPECT_EQ(before.errors, 0);
  EXPECT_EQ(before.contents.rows, 2100);
  options.policies = kPoliciesAfter;
  EXPECT_EQ(RunInFreshTable(options).contents, before.contents);
  options.policies = kPoliciesBeyond;
  EXPECT_EQ(RunInFreshTable(options).contents, before.contents);
  options.seed = 2;
  EXPECT_NE(RunInFreshTable(options).contents.checksum, before.contents.checksum);
}

TEST(Loadgen, ARowLargerThanTheBufferIsAnError) {
  const TemporaryDirectory directory;
  LoadgenOptions options = SmallLoad(directory);
  options.buffer_size_bytes = 62;
  const LoadgenReport report = RunOk(options);
  EXPECT_EQ(report.errors, 2100);
  EXPECT_EQ(report.first_error.code(), Status::Code::kIncomplete);
  EXPECT_EQ(report.contents.rows, 0);
}

TEST(Loadgen, ALoadThatCannotBeIsRefusedWithItsFlag) {
  const TemporaryDirectory directory;
  const auto refusal = [&](auto change) {
    LoadgenOptions options = SmallLoad(directory);
    change(options);
    LoadgenReport report;
    const Status status = RunLoadgen(options, &report);
    EXPECT_EQ(status.code(), Status::Code::kInvalidArgument);
    return status.message();
  };
  const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
  EXPECT_TRUE(has(refusal([](auto& options) { options.num_threads = 0; }), "num_threads is 0"));
  EXPECT_TRUE(has(refusal([](auto& options) { options.num_rows_per_thread = -1; }), "num_rows_per_thread is -1"));
  EXPECT_TRUE(has(refusal([](auto& options) { options.buffer_flush_watermark_pct = 1.5; }), "watermark"));
  EXPECT_TRUE(has(refusal([](auto& options) { options.table_num_hash_partitions = 0; }), "hash_partitions"));
  EXPECT_TRUE(has(refusal([](auto& options) { options.seq_start = INT64_MAX - 2000; }), "largest key"));
  EXPECT_TRUE(has(refusal([](auto& options) { options.wal_directory.clear(); }), "write-ahead log"));
}

TEST(Loadgen, ADirectoryThatCannotBeMadeIsNamed) {
  LoadgenReport report;
  const Status status = RunLoadgen({.wal_directory = "/nonexistent/wal"}, &report);
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("/nonexistent/wal"), std::string::npos) << status.message();
}

std::string Written(const LoadgenReport& report) {
  std::ostringstream out;
  WriteReport(report, out);
  return out.str();
}

TEST(LoadgenReport, IsWrittenInTheLinesThatPeopleKnow) {
  LoadgenReport report{.rows_total = 80'000'000,
                       .time_total = std::chrono::microseconds(37'293'800),
                       .contents = {.rows = 80'000'000, .checksum = 0xabc},
                       .bytes_logged = 5};
  EXPECT_EQ(Written(report),
            "INSERT report\n"
            "    rows total: 80000000\n"
            "    time total: 37293.8 ms\n"
            "  time per row: 466.173 ns\n"
            "  bytes logged: 5\n"
            "      checksum: 0000000000000abc\n");
}

TEST(LoadgenReport, SaysNothingOfTimePerRowAfterAnError) {
  const LoadgenReport report{.op_type = OpType::kUpsert, .rows_total = 10, .errors = 1};
  EXPECT_EQ(Written(report).rfind("UPSERT report\n", 0), 0u);
  EXPECT_EQ(Written(report).find("per row"), std::string::npos);
}

}  // namespace
}  // namespace engine
