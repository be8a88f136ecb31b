#include "engine/fs/record_reader.h"

#include <algorithm>

#include "engine/base/coding.h"
#include "engine/base/crc32c.h"

namespace engine {

Status RecordReader::ReadHeader() {
  char scratch[kMetadataHeaderBytes];
  Slice header;
  if (Status status = source_->Read(0, sizeof scratch, scratch, &header); !status.ok()) return status;
  if (Status status = CheckMetadataHeader(header); !status.ok()) return status;
  offset_ = kMetadataHeaderBytes;
  return Status::Ok();
}

Status RecordReader::Next(BlockRecord* record) {
  std::uint32_t length = 0;
  if (Status status = ReadLength(&length); !status.ok()) return Located(std::move(status));
  Slice body;
  if (Status status = ReadBody(length, &body); !status.ok()) return Located(std::move(status));
  if (Status status = ParseBlockRecord(body, record); !status.ok()) return Located(std::move(status));
  offset_ += kRecordHeaderBytes + length + kRecordTrailerBytes;
  return Status::Ok();
}

Status RecordReader::ReadLength(std::uint32_t* length) {
  char scratch[kRecordHeaderBytes];
  Slice header;
  if (Status status = source_->Read(offset_, sizeof scratch, scratch, &header); !status.ok()) return status;
  if (header.size() < sizeof scratch) return Status::Incomplete("the record's header is cut off");
  if (DecodeFixed32(header.data() + 4) != crc32c::Value(Slice(header.data(), 4))) {
    return DamagedOrTorn(offset_, "the checksum of the record's length is wrong");
  }
  *length = DecodeFixed32(header.data());
  return Status::Ok();
}

Status RecordReader::ReadBody(std::uint32_t length, Slice* body) {
  const std::uint64_t begin = offset_ + kRecordHeaderBytes;
  const std::size_t size = std::size_t{length} + kRecordTrailerBytes;
  // The length is right, its checksum says so; then only the file can be too short. Seen before anything is allocated.
  if (begin + size > source_->size()) return Status::Incomplete("the record's body is cut off");
  scratch_.resize(size);
  Slice bytes;
  if (Status status = source_->Read(begin, size, scratch_.data(), &bytes); !status.ok()) return status;
  if (bytes.size() < size) return Status::Incomplete("the record's body is cut off");
  *body = Slice(bytes.data(), length);
  if (DecodeFixed32(bytes.data() + length) != crc32c::Value(*body)) {
    return DamagedOrTorn(begin, "the checksum of the record's body is wrong");
  }
  return Status::Ok();
}

// A file system may make a file longer before the bytes arrive: zeros up to the very end are a torn append.
Status RecordReader::DamagedOrTorn(std::uint64_t from, const char* what) {
  std::string buffer(4096, '\0');
  while (from < source_->size()) {
    Slice bytes;
    if (Status status = source_->Read(from, buffer.size(), buffer.data(), &bytes); !status.ok()) return status;
    if (bytes.empty()) break;  // somebody made the file shorter
    if (std::ranges::any_of(bytes.view(), [](char byte) { return byte != '\0'; })) return Status::Corruption(what);
    from += bytes.size();
  }
  return Status::Incomplete("the record was never filled in");
}

Status RecordReader::Located(Status status) const {
  return std::move(status).WithContext("at byte " + std::to_string(offset_));
}

}  // namespace engine
