#include "engine/fs/block_record.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/base/coding.h"
#include "engine/base/crc32c.h"

namespace engine {
namespace {

const BlockRecord kCreation{BlockOperation::kCreate, BlockId{0x0102030405060708}, 1504828250748055, 4096, 1};
const BlockRecord kDeletion{BlockOperation::kDelete, BlockId{7}, 1504828250748056, 0, 0};

Slice BodyOf(const std::string& framed) {
  return {framed.data() + kRecordHeaderBytes, framed.size() - kRecordHeaderBytes - kRecordTrailerBytes};
}

std::string Framed(const BlockRecord& record) {
  std::string framed;
  AppendBlockRecord(record, &framed);
  return framed;
}

// Written out by hand from the wire format: tags 0a 10 18 20 28, the id as a fixed64 in a message of nine bytes.
TEST(BlockRecord, HasTheDocumentedLayout) {
  const std::string framed = Framed(kCreation);
  const std::string body(
      "\x0a\x09\x09\x08\x07\x06\x05\x04\x03\x02\x01"
      "\x10\x01"
      "\x18\x97\xe9\xd5\x8a\xa2\x94\xd6\x02"
      "\x20\x80\x20"
      "\x28\x01",
      27);
  EXPECT_EQ(BodyOf(framed).view(), body);
  EXPECT_EQ(DecodeFixed32(framed.data()), body.size());
  EXPECT_EQ(DecodeFixed32(framed.data() + 4), crc32c::Value(Slice(framed.data(), 4)));
  EXPECT_EQ(DecodeFixed32(framed.data() + 8 + body.size()), crc32c::Value(body));
}

TEST(BlockRecord, ComesBackAsItWas) {
  BlockRecord extreme = kCreation;
  extreme.id.value = std::numeric_limits<std::uint64_t>::max();
  extreme.timestamp_us = std::numeric_limits<std::uint64_t>::max();
  extreme.offset = std::numeric_limits<std::int64_t>::min();
  extreme.length = std::numeric_limits<std::int64_t>::max();
  for (const BlockRecord& record : {kCreation, kDeletion, extreme}) {
    const std::string framed = Framed(record);
    BlockRecord parsed;
    ASSERT_TRUE(ParseBlockRecord(BodyOf(framed), &parsed).ok());
    EXPECT_EQ(parsed, record);
  }
}

TEST(BlockRecord, FieldsOfLaterVersionsAreSkipped) {
  std::string body(BodyOf(Framed(kDeletion)).view());
  body += "\x32\x03xyz";                           // field 6, length-delimited
  body += std::string("\x3d\1\2\3\4", 5);          // field 7, fixed 32
  body += std::string("\x41\1\2\3\4\5\6\7\0", 9);  // field 8, fixed 64
  body += "\x48\x05";                              // field 9, varint
  BlockRecord parsed;
  ASSERT_TRUE(ParseBlockRecord(body, &parsed).ok());
  EXPECT_EQ(parsed, kDeletion);
}

TEST(BlockRecord, EveryCutOfABodyIsRefused) {
  const std::string framed = Framed(kCreation);
  const Slice body = BodyOf(framed);
  BlockRecord parsed;
  for (std::size_t size = 0; size < body.size(); ++size) {
    EXPECT_EQ(ParseBlockRecord(Slice(body.data(), size), &parsed).code(), Status::Code::kCorruption) << size;
  }
}

TEST(BlockRecord, UnknownOperationIsNamed) {
  BlockRecord strange = kCreation;
  strange.operation = static_cast<BlockOperation>(7);
  const std::string framed = Framed(strange);
  BlockRecord parsed;
  EXPECT_EQ(ParseBlockRecord(BodyOf(framed), &parsed).message(), "malformed record: unknown operation 7");
}

TEST(MetadataHeader, IsToldFromOtherFiles) {
  const std::string header = MetadataHeader();
  ASSERT_EQ(header.size(), kMetadataHeaderBytes);
  EXPECT_TRUE(CheckMetadataHeader(header).ok());
  for (std::size_t size = 0; size < header.size(); ++size) {
    EXPECT_EQ(CheckMetadataHeader(Slice(header.data(), size)).code(), Status::Code::kIncomplete);
  }
  EXPECT_EQ(CheckMetadataHeader(std::string(16, '\0')).code(), Status::Code::kIncomplete);
  for (std::size_t place = 0; place < header.size(); ++place) {
    std::string damaged = header;
    damaged[place] = static_cast<char>(damaged[place] ^ 1);
    EXPECT_EQ(CheckMetadataHeader(damaged).code(), Status::Code::kCorruption) << place;
  }
}

TEST(MetadataHeader, LaterVersionIsNamed) {
  std::string header = MetadataHeader();
  header.resize(8);
  PutFixed32(&header, 2);
  PutFixed32(&header, crc32c::Value(header));
  EXPECT_EQ(CheckMetadataHeader(header).message(), "version 2 is not known; this program knows 1");
}

}  // namespace
}  // namespace engine
