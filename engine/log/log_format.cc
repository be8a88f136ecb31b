#include "engine/log/log_format.h"

#include <lz4.h>

#include <cassert>
#include <cstring>

#include "engine/base/coding.h"
#include "engine/base/crc32c.h"

namespace engine {
namespace {

constexpr std::size_t kMagicBytes = sizeof kSegmentMagic - 1;
constexpr std::size_t kChecksumBytes = 4;

std::uint32_t FrameChecksum(RecordPlace place, Slice frame_after_checksum) {
  char bytes[16];
  EncodeFixed64(bytes, place.sequence);
  EncodeFixed64(bytes + 8, place.offset);
  return crc32c::Extend(crc32c::Value(Slice(bytes, sizeof bytes)), frame_after_checksum);
}

void AppendRecord(RecordPlace place, RecordKind kind, Slice stored, std::size_t plain_bytes, std::string* to) {
  assert(stored.size() <= kMaxBodyBytes && plain_bytes <= kMaxBodyBytes);
  char frame[kFrameBytes];
  EncodeFixed32(frame + 4, crc32c::Value(stored));
  EncodeFixed32(frame + 8, static_cast<std::uint32_t>(stored.size()));
  EncodeFixed32(frame + 12, static_cast<std::uint32_t>(plain_bytes));
  frame[16] = static_cast<char>(kind);
  EncodeFixed32(frame, FrameChecksum(place, Slice(frame + kChecksumBytes, kFrameBytes - kChecksumBytes)));
  to->append(frame, sizeof frame);
  to->append(stored.data(), stored.size());
}

// False if LZ4 does not make it smaller. The destination is kept one byte short of the source, so LZ4 gives up early.
bool PackLz4(Slice plain, std::string* packed) {
  if (plain.size() < 2 || plain.size() > LZ4_MAX_INPUT_SIZE) return false;
  packed->resize(plain.size() - 1);
  const int size = LZ4_compress_default(plain.data(), packed->data(), static_cast<int>(plain.size()),
                                        static_cast<int>(packed->size()));
  packed->resize(static_cast<std::size_t>(size));
  return size > 0;
}

bool UnpackLz4(Slice packed, std::size_t plain_bytes, std::string* plain) {
  if (packed.size() > LZ4_MAX_INPUT_SIZE || plain_bytes > LZ4_MAX_INPUT_SIZE) return false;
  plain->resize(plain_bytes);
  const int size =
      LZ4_decompress_safe(packed.data(), plain->data(), static_cast<int>(packed.size()), static_cast<int>(plain_bytes));
  return size >= 0 && static_cast<std::size_t>(size) == plain_bytes;
}

}  // namespace

void AppendSegmentHeader(std::uint64_t sequence, std::string* to) {
  const std::size_t start = to->size();
  to->append(kSegmentMagic, kMagicBytes);
  PutFixed64(to, sequence);
  PutFixed32(to, crc32c::Value(Slice(to->data() + start, kMagicBytes + 8)));
}

Status CheckSegmentHeader(Slice bytes, std::uint64_t sequence) {
  std::string expected;
  AppendSegmentHeader(sequence, &expected);
  if (Slice(bytes.data(), kSegmentHeaderBytes) == Slice(expected)) return Status::Ok();
  return Status::Corruption("not the header of segment " + std::to_string(sequence));
}

void AppendBatchRecord(RecordPlace place, Slice body, Compression compression, std::string* packed, std::string* to) {
  if (compression == Compression::kLz4 && PackLz4(body, packed)) {
    AppendRecord(place, RecordKind::kPackedBatch, *packed, body.size(), to);
  } else {
    AppendRecord(place, RecordKind::kBatch, body, body.size(), to);
  }
}

bool DecodeFrame(RecordPlace place, Slice bytes, Frame* frame) {
  if (bytes.size() < kFrameBytes) return false;
  const char* const from = bytes.data();
  const auto kind = static_cast<std::uint8_t>(from[16]);
  if (kind < 1 || kind > 3) return false;  // first, because a search for a record asks at every byte
  const Slice checked(from + kChecksumBytes, kFrameBytes - kChecksumBytes);
  if (DecodeFixed32(from) != FrameChecksum(place, checked)) return false;
  *frame = {DecodeFixed32(from + 4), DecodeFixed32(from + 8), DecodeFixed32(from + 12), static_cast<RecordKind>(kind)};
  return true;
}

Status UnpackBody(const Frame& frame, Slice stored, std::string* scratch, Slice* body) {
  if (crc32c::Value(stored) != frame.body_checksum) return Status::Corruption("checksum mismatch");
  *body = stored;
  if (frame.kind != RecordKind::kPackedBatch) return Status::Ok();
  if (!UnpackLz4(stored, frame.plain_bytes, scratch)) return Status::Corruption("malformed LZ4 block");
  *body = *scratch;
  return Status::Ok();
}

void AppendFooter(RecordPlace place, const SegmentIndex& index, std::string* to) {
  std::string body;
  PutVarint64(&body, index.entries.size());
  SegmentIndex::Entry previous;
  for (const SegmentIndex::Entry& entry : index.entries) {
    PutVarint64(&body, entry.first_index - previous.first_index);
    PutVarint64(&body, entry.offset - previous.offset);
    previous = entry;
  }
  PutVarint64(&body, index.last_index);
  AppendRecord(place, RecordKind::kFooter, body, body.size(), to);
  PutFixed64(to, place.offset);
}

Status DecodeFooter(Slice body, SegmentIndex* index) {
  std::uint64_t count = 0;
  bool is_whole = TakeVarint64(&body, &count);
  SegmentIndex::Entry entry;
  index->entries.clear();
  for (std::uint64_t i = 0; is_whole && i < count; ++i) {
    std::uint64_t index_step = 0;
    std::uint64_t offset_step = 0;
    is_whole = TakeVarint64(&body, &index_step) && TakeVarint64(&body, &offset_step);
    entry = {entry.first_index + index_step, entry.offset + offset_step};
    index->entries.push_back(entry);
  }
  is_whole = is_whole && TakeVarint64(&body, &index->last_index) && body.empty();
  return is_whole ? Status::Ok() : Status::Corruption("malformed footer");
}

}  // namespace engine
