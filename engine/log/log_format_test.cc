// The bytes, against bytes worked out by a separate program (Python's struct and a bitwise CRC-32C).
#include "engine/log/log_format.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/base/fuzz_operations_for_test.h"
#include "engine/log/log_entry.h"

namespace engine {
namespace {

std::string Hex(const std::string& bytes) {
  std::string hex;
  for (const char byte : bytes) {
    hex += "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

EntryBatch TwoEntries() {
  EntryBatch batch;
  batch.AddReplicate(300, Slice(std::string_view("hello")));
  batch.AddCommit(300);
  return batch;
}

std::string RecordOf(RecordPlace place, Slice body, Compression compression) {
  std::string packed;
  std::string record;
  AppendBatchRecord(place, body, compression, &packed, &record);
  return record;
}

TEST(LogFormat, WritesTheHeaderAsDescribed) {
  std::string header;
  AppendSegmentHeader(7, &header);
  EXPECT_EQ(Hex(header), "544e444d57414c310700000000000000825c7699");
  EXPECT_TRUE(CheckSegmentHeader(header, 7).ok());
  EXPECT_EQ(CheckSegmentHeader(header, 8).code(), Status::Code::kCorruption);
}

TEST(LogFormat, WritesARecordAsDescribed) {
  const std::string record = RecordOf({7, 20}, TwoEntries().encoded(), Compression::kNone);
  EXPECT_EQ(Hex(record), "55e7a5311a4186e30d0000000d0000000101ac020568656c6c6f02ac0200");
}

TEST(LogFormat, WritesTheFooterAsDescribed) {
  std::string footer;
  AppendFooter({7, 50}, {.entries = {{300, 20}}, .last_index = 300}, &footer);
  EXPECT_EQ(Hex(footer), "1fd2f467c0f3c40f06000000060000000301ac0214ac023200000000000000");
}

TEST(LogFormat, ReadsEntriesBack) {
  std::vector<LogEntry> entries;
  const EntryBatch batch = TwoEntries();
  ASSERT_TRUE(VisitEntries(batch.encoded(), [&entries](const LogEntry& entry) {
                entries.push_back(entry);
                return Status::Ok();
              }).ok());
  EXPECT_EQ(entries, (std::vector<LogEntry>{{EntryType::kReplicate, 300, Slice(std::string_view("hello"))},
                                            {EntryType::kCommit, 300, Slice()}}));
  const Slice cut(batch.encoded().data(), batch.encoded().size() - 1);
  EXPECT_EQ(VisitEntries(cut, [](const LogEntry&) { return Status::Ok(); }).code(), Status::Code::kCorruption);
}

TEST(LogFormat, AFrameIsValidOnlyWhereItWasWritten) {
  const std::string record = RecordOf({7, 20}, TwoEntries().encoded(), Compression::kNone);
  Frame frame;
  EXPECT_TRUE(DecodeFrame({7, 20}, record, &frame));
  EXPECT_EQ(frame.stored_bytes, record.size() - kFrameBytes);
  EXPECT_FALSE(DecodeFrame({7, 21}, record, &frame));
  EXPECT_FALSE(DecodeFrame({8, 20}, record, &frame));
}

TEST(LogFormat, EveryFlippedBitOfARecordIsNoticed) {
  const std::string whole = RecordOf({7, 20}, TwoEntries().encoded(), Compression::kNone);
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string record = whole;
    record[bit / 8] = static_cast<char>(record[bit / 8] ^ (1 << (bit % 8)));
    Frame frame;
    std::string scratch;
    Slice body;
    const bool is_accepted =
        DecodeFrame({7, 20}, record, &frame) &&
        UnpackBody(frame, Slice(record.data() + kFrameBytes, record.size() - kFrameBytes), &scratch, &body).ok();
    EXPECT_FALSE(is_accepted) << "bit " << bit;
  }
}

TEST(LogFormat, PacksWhatGetsSmallerAndLeavesTheRest) {
  std::mt19937 random(1);
  std::string noise(1000, '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  for (const auto& [plain, kind] :
       {std::pair(std::string(5000, 'x'), RecordKind::kPackedBatch), std::pair(noise, RecordKind::kBatch),
        std::pair(std::string("x"), RecordKind::kBatch)}) {
    const std::string record = RecordOf({1, 20}, plain, Compression::kLz4);
    Frame frame;
    ASSERT_TRUE(DecodeFrame({1, 20}, record, &frame));
    EXPECT_EQ(frame.kind, kind);
    EXPECT_EQ(frame.plain_bytes, plain.size());
    EXPECT_LE(record.size(), plain.size() + kFrameBytes);
    std::string scratch;
    Slice body;
    ASSERT_TRUE(UnpackBody(frame, Slice(record.data() + kFrameBytes, frame.stored_bytes), &scratch, &body).ok());
    EXPECT_EQ(body.view(), plain);
  }
}

TEST(LogFormat, TheFooterGivesItsIndexBack) {
  const SegmentIndex index{.entries = {{1, 20}, {5, 90}, {UINT64_MAX - 1, 1'000'000}}, .last_index = UINT64_MAX};
  std::string footer;
  AppendFooter({1, 2'000'000}, index, &footer);
  Frame frame;
  ASSERT_TRUE(DecodeFrame({1, 2'000'000}, footer, &frame));
  SegmentIndex read;
  ASSERT_TRUE(DecodeFooter(Slice(footer.data() + kFrameBytes, frame.stored_bytes), &read).ok());
  EXPECT_EQ(read, index);
}

TEST(LogFormat, NoBytesAtAllMakeADecoderReadBeyondThem) {
  std::mt19937_64 random(42);
  for (std::uint64_t left = FuzzOperations(20'000); left > 0; --left) {
    std::string bytes(random() % 64, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 8 == 0 ? random() : random() % 4);
    bytes.shrink_to_fit();  // so that the address checker sees one byte too far
    Frame frame{.body_checksum = 0,
                .stored_bytes = static_cast<std::uint32_t>(bytes.size()),
                .plain_bytes = static_cast<std::uint32_t>(random() % 1000),
                .kind = RecordKind::kPackedBatch};
    std::size_t payload_bytes = 0;
    const Status status = VisitEntries(bytes, [&payload_bytes](const LogEntry& entry) {
      payload_bytes += entry.payload.size();
      return Status::Ok();
    });
    EXPECT_TRUE(status.ok() || status.code() == Status::Code::kCorruption);
    EXPECT_LE(payload_bytes, bytes.size());
    SegmentIndex index;
    (void)DecodeFooter(bytes, &index);
    EXPECT_LE(index.entries.size(), bytes.size());
    std::string scratch;
    Slice body;
    EXPECT_FALSE(DecodeFrame({1, 20}, bytes, &frame));
    EXPECT_EQ(UnpackBody(frame, bytes, &scratch, &body).ok(), false);
  }
}

}  // namespace
}  // namespace engine
