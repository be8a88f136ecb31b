// Every state in which a crash can leave the files, made by hand: cut at every byte, every byte flipped.
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/temporary_directory.h"
#include "engine/log/log.h"
#include "engine/log/segment_files.h"
#include "engine/log/segment_reader.h"

namespace engine {
namespace {

constexpr std::uint64_t kEntries = 12;

void WriteFile(const std::string& path, Slice contents) {
  std::filesystem::remove(path);  // ext4 waits for the disk when a file is truncated and written again
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(WritableFile::Open(path, OpenMode::kCreate, &file).ok());
  ASSERT_TRUE(file->Append(contents).ok());
  ASSERT_TRUE(file->Close().ok());
}

Status AppendOne(Log* log, std::uint64_t index) {
  EntryBatch batch;
  batch.AddReplicate(index, std::string(3 + index % 5, static_cast<char>('a' + index)));
  return log->Append(std::move(batch));
}

// A log of two segments, the first closed by rolling, and the offset after each record of the second.
class LogRecoveryTest : public ::testing::Test {
 protected:
  LogRecoveryTest() {
    std::unique_ptr<Log> log;
    LogOptions options = Options();
    options.segment_bytes = 200;
    EXPECT_TRUE(Log::Open(options, &log).ok());
    for (std::uint64_t index = 1; index <= kEntries; ++index) EXPECT_TRUE(AppendOne(log.get(), index).ok());
    EXPECT_TRUE(log->Close().ok());
    EXPECT_EQ(log->counts().segments, 2u);
    EXPECT_TRUE(ReadFile(Path(1), &first_).ok());
    EXPECT_TRUE(ReadFile(Path(2), &second_).ok());
    SegmentEnd end;
    EXPECT_TRUE(ReadSegment(
                    directory_.path(), 2, SegmentRank::kLast, 0,
                    [this](RecordPlace place, Slice) {
                      record_offsets_.push_back(place.offset);
                      return Status::Ok();
                    },
                    &end)
                    .ok());
    footer_offset_ = end.whole_bytes;
    EXPECT_GE(record_offsets_.size(), 3u);
  }

  LogOptions Options() const {
    return {.directory = directory_.path(), .compression = Compression::kNone, .sync = SyncPolicy::kNever};
  }
  std::string Path(std::uint64_t sequence) const { return SegmentPath(directory_.path(), sequence); }

  // How many entries there are; they must be the first so many.
  Status CountEntries(std::uint64_t* entries, ReplayCounts* counts = nullptr) const {
    *entries = 0;
    return Log::Replay(
        directory_.path(),
        [entries](const LogEntry& entry) {
          EXPECT_EQ(entry.index, ++*entries);
          return Status::Ok();
        },
        counts);
  }

  // Of the entries, those that are whole when the second segment is cut at `size`.
  std::uint64_t EntriesWithin(std::uint64_t size) const {
    std::uint64_t entries = kEntries - record_offsets_.size();
    for (std::size_t i = 0; i < record_offsets_.size(); ++i) {
      const std::uint64_t end = i + 1 < record_offsets_.size() ? record_offsets_[i + 1] : footer_offset_;
      entries += static_cast<std::uint64_t>(end <= size);
    }
    return entries;
  }

  // Recovers, appends one more, and reads all.
  void ExpectItGoesOnAfter(std::uint64_t entries) {
    std::unique_ptr<Log> log;
    const Status status = Log::Open(Options(), &log);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_TRUE(AppendOne(log.get(), entries + 1).ok());
    ASSERT_TRUE(log->Close().ok());
    std::uint64_t found = 0;
    ReplayCounts counts;
    const Status replayed = CountEntries(&found, &counts);
    ASSERT_TRUE(replayed.ok()) << replayed.message();
    EXPECT_EQ(found, entries + 1);
    EXPECT_EQ(counts.torn_bytes, 0u);
  }

  void Restore() {
    std::filesystem::remove(Path(3));
    WriteFile(Path(1), first_);
    WriteFile(Path(2), second_);
  }

  TemporaryDirectory directory_;
  std::string first_;
  std::string second_;
  std::vector<std::uint64_t> record_offsets_;  // in the second segment
  std::uint64_t footer_offset_ = 0;            // likewise
};

TEST_F(LogRecoveryTest, ToleratesATailTornAtAnyByte) {
  for (std::uint64_t size = 0; size <= second_.size(); ++size) {
    SCOPED_TRACE("cut at " + std::to_string(size));
    Restore();
    WriteFile(Path(2), Slice(second_.data(), size));
    std::uint64_t entries = 0;
    ReplayCounts counts;
    const Status status = CountEntries(&entries, &counts);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(entries, EntriesWithin(size));
    ExpectItGoesOnAfter(entries);
  }
}

// As a file system leaves it that had recorded the length but not yet written the bytes.
TEST_F(LogRecoveryTest, ToleratesATailOfZeros) {
  for (std::uint64_t size = 0; size <= second_.size(); size += 7) {
    SCOPED_TRACE("zeros from " + std::to_string(size));
    Restore();
    WriteFile(Path(2), std::string(second_, 0, size) + std::string(300, '\0'));
    std::uint64_t entries = 0;
    ReplayCounts counts;
    const Status status = CountEntries(&entries, &counts);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_LE(EntriesWithin(size), entries);
    ASSERT_GT(counts.torn_bytes, 0u);
    ExpectItGoesOnAfter(entries);
  }
}

TEST_F(LogRecoveryTest, ReportsDamageBeforeAWholeRecord) {
  for (std::uint64_t offset = 0; offset < record_offsets_.back(); ++offset) {
    SCOPED_TRACE("flipped at " + std::to_string(offset));
    std::string damaged = second_;
    damaged[offset] = static_cast<char>(damaged[offset] ^ 0x10);
    WriteFile(Path(2), damaged);
    std::uint64_t entries = 0;
    const Status status = CountEntries(&entries);
    ASSERT_EQ(status.code(), Status::Code::kCorruption);
    EXPECT_NE(status.message().find(Path(2)), std::string::npos) << status.message();
    EXPECT_LT(entries, kEntries);
    std::unique_ptr<Log> log;
    EXPECT_EQ(Log::Open(Options(), &log).code(), Status::Code::kCorruption);
    std::string untouched;
    ASSERT_TRUE(ReadFile(Path(2), &untouched).ok());
    EXPECT_EQ(untouched, damaged) << "evidence must stay";
  }
}

TEST_F(LogRecoveryTest, ReportsAnyDamageInASegmentThatHasASuccessor) {
  for (std::uint64_t offset = 0; offset < first_.size(); ++offset) {
    SCOPED_TRACE("flipped at " + std::to_string(offset));
    std::string damaged = first_;
    damaged[offset] = static_cast<char>(damaged[offset] ^ 0x10);
    WriteFile(Path(1), damaged);
    std::uint64_t entries = 0;
    ASSERT_EQ(CountEntries(&entries).code(), Status::Code::kCorruption);
  }
  for (std::uint64_t size = 0; size < first_.size(); ++size) {
    SCOPED_TRACE("cut at " + std::to_string(size));
    WriteFile(Path(1), Slice(first_.data(), size));
    std::uint64_t entries = 0;
    ASSERT_EQ(CountEntries(&entries).code(), Status::Code::kCorruption);
  }
}

TEST_F(LogRecoveryTest, TakesNoPayloadForARecord) {
  // A log whose payload is another log's segment, torn right after it: what is inside the payload is whole, but not
  // here.
  std::filesystem::remove(Path(1));
  std::filesystem::remove(Path(2));
  std::unique_ptr<Log> log;
  ASSERT_TRUE(Log::Open(Options(), &log).ok());
  ASSERT_TRUE(AppendOne(log.get(), 1).ok());
  EntryBatch batch;
  batch.AddReplicate(2, first_);
  ASSERT_TRUE(log->Append(std::move(batch)).ok());
  std::uint64_t size = 0;
  ASSERT_TRUE(FileSize(Path(1), &size).ok());
  ASSERT_TRUE(log->Close().ok());
  ASSERT_TRUE(TruncateFile(Path(1), size - 1).ok());
  std::uint64_t entries = 0;
  const Status status = CountEntries(&entries);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(entries, 1u);
}

TEST_F(LogRecoveryTest, LeavesOtherFilesAlone) {
  WriteFile(directory_.path() + "/wal-notes", std::string("mine"));
  WriteFile(directory_.path() + "/wal-000000009.copy", std::string("mine too"));
  std::uint64_t entries = 0;
  ASSERT_TRUE(CountEntries(&entries).ok());
  EXPECT_EQ(entries, kEntries);
}

TEST_F(LogRecoveryTest, ADirectoryThatIsNotThereIsNotAnEmptyLog) {
  const auto ignore = [](const LogEntry&) { return Status::Ok(); };
  EXPECT_EQ(Log::Replay(directory_.path() + "/none", ignore).code(), Status::Code::kNotFound);
  ASSERT_TRUE(CreateDirectory(directory_.path() + "/empty").ok());
  EXPECT_TRUE(Log::Replay(directory_.path() + "/empty", ignore).ok());
}

}  // namespace
}  // namespace engine
