#include "engine/fs/block_record.h"

#include "engine/base/coding.h"
#include "engine/base/crc32c.h"

namespace engine {
namespace {

constexpr std::string_view kMagic = "tandemlb";
constexpr std::uint32_t kVersion = 1;
constexpr char kZeros[kMetadataHeaderBytes] = {};

// The low three bits of a tag say how its value is written, the rest which field it is.
enum WireType : std::uint64_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };
constexpr std::uint64_t Tag(std::uint64_t field, WireType type) { return field << 3 | type; }

constexpr std::uint64_t kIdTag = Tag(1, kLengthDelimited);  // a message of one field, room for more
constexpr std::uint64_t kIdValueTag = Tag(1, kFixed64);
constexpr std::uint64_t kOperationTag = Tag(2, kVarint);
constexpr std::uint64_t kTimestampTag = Tag(3, kVarint);
constexpr std::uint64_t kOffsetTag = Tag(4, kVarint);
constexpr std::uint64_t kLengthTag = Tag(5, kVarint);

char* EncodeField(char* to, std::uint64_t tag, std::uint64_t value) {
  return EncodeVarint64(EncodeVarint64(to, tag), value);
}

// One value of a tag; `number` for integers, `bytes` for length-delimited fields.
bool TakeValue(Slice* from, std::uint64_t tag, std::uint64_t* number, Slice* bytes) {
  std::uint32_t small = 0;
  switch (tag & 7) {
    case kVarint:
      return TakeVarint64(from, number);
    case kFixed64:
      return TakeFixed64(from, number);
    case kLengthDelimited:
      return TakeLengthPrefixed(from, bytes);
    case kFixed32:
      return TakeFixed32(from, &small);
    default:
      return false;
  }
}

bool ParseId(Slice body, BlockId* id) {
  while (!body.empty()) {
    std::uint64_t tag = 0;
    std::uint64_t number = 0;
    Slice bytes;
    if (!TakeVarint64(&body, &tag) || !TakeValue(&body, tag, &number, &bytes)) return false;
    if (tag == kIdValueTag) id->value = number;
  }
  return true;
}

bool ParseFields(Slice body, BlockRecord* record, unsigned* seen) {
  while (!body.empty()) {
    std::uint64_t tag = 0;
    std::uint64_t number = 0;
    Slice bytes;
    if (!TakeVarint64(&body, &tag) || !TakeValue(&body, tag, &number, &bytes)) return false;
    switch (tag) {
      case kIdTag:
        if (!ParseId(bytes, &record->id)) return false;
        break;
      case kOperationTag:
        record->operation = static_cast<BlockOperation>(number);
        break;
      case kTimestampTag:
        record->timestamp_us = number;
        break;
      case kOffsetTag:
        record->offset = static_cast<std::int64_t>(number);
        break;
      case kLengthTag:
        record->length = static_cast<std::int64_t>(number);
        break;
      default:
        continue;  // written by a later version
    }
    *seen |= 1u << (tag >> 3);
  }
  return true;
}

}  // namespace

std::string MetadataHeader() {
  std::string header(kMagic);
  PutFixed32(&header, kVersion);
  PutFixed32(&header, crc32c::Value(header));
  return header;
}

Status CheckMetadataHeader(Slice bytes) {
  if (bytes.size() < kMetadataHeaderBytes) return Status::Incomplete("the header is cut off");
  if (Slice(bytes.data(), kMetadataHeaderBytes) == Slice(std::string_view(kZeros, kMetadataHeaderBytes))) {
    return Status::Incomplete("the header was never filled in");
  }
  const char* const version = bytes.data() + kMagic.size();
  const char* const checksum = version + 4;
  if (Slice(bytes.data(), kMagic.size()) != Slice(kMagic)) return Status::Corruption("not a metadata file");
  if (DecodeFixed32(checksum) != crc32c::Value(Slice(bytes.data(), kMagic.size() + 4))) {
    return Status::Corruption("the header's checksum is wrong");
  }
  if (DecodeFixed32(version) != kVersion) {
    return Status::Corruption("version " + std::to_string(DecodeFixed32(version)) +
                              " is not known; this program knows " + std::to_string(kVersion));
  }
  return Status::Ok();
}

void AppendBlockRecord(const BlockRecord& record, std::string* to) {
  // 11 bytes of id, then up to four fields of a one-byte tag and a varint.
  char body[kRecordHeaderBytes + 11 + 4 * (1 + kMaxVarint64Bytes) + kRecordTrailerBytes];
  char* const begin = body + kRecordHeaderBytes;
  char* end = EncodeVarint64(begin, kIdTag);
  end = EncodeVarint64(end, 9);
  end = EncodeVarint64(end, kIdValueTag);
  EncodeFixed64(end, record.id.value);
  end = EncodeField(end + 8, kOperationTag, static_cast<std::uint64_t>(record.operation));
  end = EncodeField(end, kTimestampTag, record.timestamp_us);
  if (record.operation != BlockOperation::kDelete) {
    end = EncodeField(end, kOffsetTag, static_cast<std::uint64_t>(record.offset));
    end = EncodeField(end, kLengthTag, static_cast<std::uint64_t>(record.length));
  }
  const auto length = static_cast<std::size_t>(end - begin);
  EncodeFixed32(body, static_cast<std::uint32_t>(length));
  EncodeFixed32(body + 4, crc32c::Value(Slice(body, 4)));
  EncodeFixed32(end, crc32c::Value(Slice(begin, length)));
  to->append(body, kRecordHeaderBytes + length + kRecordTrailerBytes);
}

Status ParseBlockRecord(Slice body, BlockRecord* record) {
  constexpr unsigned kAlways = 1u << 1 | 1u << 2 | 1u << 3;
  constexpr unsigned kCreation = kAlways | 1u << 4 | 1u << 5;
  *record = BlockRecord();
  unsigned seen = 0;
  if (!ParseFields(body, record, &seen)) return Status::Corruption("malformed record: a field is cut off");
  if (record->operation != BlockOperation::kCreate && record->operation != BlockOperation::kDelete) {
    return Status::Corruption("malformed record: unknown operation " +
                              std::to_string(static_cast<std::uint32_t>(record->operation)));
  }
  const unsigned required = record->operation == BlockOperation::kCreate ? kCreation : kAlways;
  if ((seen & required) != required) return Status::Corruption("malformed record: a field is missing");
  return Status::Ok();
}

}  // namespace engine
