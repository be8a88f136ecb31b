#include "engine/fs/record_reader.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/base/temporary_directory.h"

namespace engine {
namespace {

// Every test reads from a file and from memory: both must see the same.
enum class From { kFile, kMemory };

class RecordReaderTest : public testing::TestWithParam<From> {
 protected:
  static constexpr int kRecords = 3;

  RecordReaderTest() : contents_(MetadataHeader()) {
    for (int number = 1; number <= kRecords; ++number) {
      ends_.push_back(contents_.size());
      AppendBlockRecord({BlockOperation::kCreate, BlockId{static_cast<std::uint64_t>(number)}, 1, 4096 * number, 1},
                        &contents_);
    }
    ends_.push_back(contents_.size());
  }

  struct Outcome {
    Status status;
    int records = 0;
    std::uint64_t offset = 0;
  };

  Outcome ReadAll(const std::string& contents) {
    if (GetParam() == From::kMemory) {
      MemoryRecordSource source(contents);
      return ReadAllFrom(&source);
    }
    const std::string path = directory_.path() + "/" + std::to_string(files_++);
    std::unique_ptr<WritableFile> writer;
    EXPECT_TRUE(WritableFile::Open(path, OpenMode::kCreate, &writer).ok());
    EXPECT_TRUE(writer->Append(contents).ok());
    std::unique_ptr<RandomAccessFile> file;
    EXPECT_TRUE(RandomAccessFile::Open(path, &file).ok());
    FileRecordSource source(file.get(), contents.size());
    return ReadAllFrom(&source);
  }

  static Outcome ReadAllFrom(RecordSource* source) {
    RecordReader reader(source);
    Outcome outcome{reader.ReadHeader()};
    while (outcome.status.ok() && !reader.at_end()) {
      BlockRecord record;
      outcome.status = reader.Next(&record);
      if (!outcome.status.ok()) break;
      ++outcome.records;
      EXPECT_EQ(record.id.value, static_cast<std::uint64_t>(outcome.records));
    }
    outcome.offset = reader.offset();
    return outcome;
  }

  TemporaryDirectory directory_;
  int files_ = 0;
  std::string contents_;
  std::vector<std::uint64_t> ends_;  // of the header, and of each record
};

INSTANTIATE_TEST_SUITE_P(FromFileAndMemory, RecordReaderTest, testing::Values(From::kFile, From::kMemory));

TEST_P(RecordReaderTest, ReadsToTheEnd) {
  const Outcome outcome = ReadAll(contents_);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.records, kRecords);
  EXPECT_EQ(outcome.offset, contents_.size());
}

TEST_P(RecordReaderTest, EveryCutKeepsTheRecordsBeforeIt) {
  for (std::uint64_t size = kMetadataHeaderBytes; size <= contents_.size(); ++size) {
    const Outcome outcome = ReadAll(contents_.substr(0, size));
    const auto whole = std::upper_bound(ends_.begin(), ends_.end(), size) - ends_.begin() - 1;
    EXPECT_EQ(outcome.records, whole) << size;
    EXPECT_EQ(outcome.offset, ends_[static_cast<std::size_t>(whole)]) << size;
    const bool at_boundary = ends_[static_cast<std::size_t>(whole)] == size;
    EXPECT_EQ(outcome.status.code(), at_boundary ? Status::Code::kOk : Status::Code::kIncomplete) << size;
  }
}

TEST_P(RecordReaderTest, TrailingZerosAreATornAppend) {
  for (const std::size_t zeros : {1, 8, 128, 10000}) {
    const Outcome outcome = ReadAll(contents_ + std::string(zeros, '\0'));
    EXPECT_EQ(outcome.status.code(), Status::Code::kIncomplete) << zeros;
    EXPECT_EQ(outcome.records, kRecords);
    EXPECT_EQ(outcome.offset, contents_.size());
  }
}

TEST_P(RecordReaderTest, BodyOfZerosToTheEndIsATornAppend) {
  std::string torn = contents_;
  std::fill(torn.begin() + static_cast<std::ptrdiff_t>(ends_[kRecords - 1] + kRecordHeaderBytes), torn.end(), '\0');
  const Outcome outcome = ReadAll(torn);
  EXPECT_EQ(outcome.status.code(), Status::Code::kIncomplete);
  EXPECT_EQ(outcome.records, kRecords - 1);
}

TEST_P(RecordReaderTest, ZerosFollowedByAnythingAreDamage) {
  for (const std::size_t zeros : {8, 128, 10000}) {
    const Outcome outcome = ReadAll(contents_ + std::string(zeros, '\0') + "x");
    EXPECT_EQ(outcome.status.code(), Status::Code::kCorruption) << zeros;
    EXPECT_EQ(outcome.records, kRecords);
  }
}

TEST_P(RecordReaderTest, EveryFlippedBitIsDamage) {
  for (std::size_t place = kMetadataHeaderBytes; place < contents_.size(); ++place) {
    std::string damaged = contents_;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    const Outcome outcome = ReadAll(damaged);
    EXPECT_EQ(outcome.status.code(), Status::Code::kCorruption) << place;
  }
}

// A bad length must not be taken for a short file, nor a short file for a bad length.
TEST_P(RecordReaderTest, WrongLengthIsToldFromShortFile) {
  std::string wrong = contents_;
  wrong[ends_[1]] = static_cast<char>(wrong[ends_[1]] + 64);  // the second record's length would leave the file
  const Outcome damaged = ReadAll(wrong);
  EXPECT_EQ(damaged.status.code(), Status::Code::kCorruption);
  EXPECT_EQ(damaged.status.message(),
            "at byte " + std::to_string(ends_[1]) + ": the checksum of the record's length is wrong");
  const Outcome cut = ReadAll(contents_.substr(0, ends_[3] - 1));
  EXPECT_EQ(cut.status.code(), Status::Code::kIncomplete);
  EXPECT_EQ(cut.status.message(), "at byte " + std::to_string(ends_[2]) + ": the record's body is cut off");
}

TEST_P(RecordReaderTest, HeaderIsCheckedFirst) {
  EXPECT_EQ(ReadAll(contents_.substr(0, 15)).status.code(), Status::Code::kIncomplete);
  EXPECT_EQ(ReadAll("#!/bin/sh\necho hello world\n").status.message(), "not a metadata file");
}

}  // namespace
}  // namespace engine
