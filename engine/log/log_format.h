// The bytes of a log. A log is a directory of segments, wal-000000001, wal-000000002, ..., each written from front to
// back and never again. Integers are little-endian; "varint" and "length-prefixed" are those of engine/base/coding.h.
//
//   segment := header record* [footer]
//
//   header (20 bytes)
//      0  8  magic  "TNDMWAL1"
//      8  8  sequence number, the one in the file's name
//     16  4  CRC-32C of bytes 0..15
//
//   record := frame body
//   frame (17 bytes)
//      0  4  CRC-32C of: sequence number of the segment (8), offset of this frame in the segment (8), bytes 4..16
//      4  4  CRC-32C of the body as stored
//      8  4  size of the body as stored
//     12  4  size of the body when unpacked; the same unless it is packed
//     16  1  kind: 1 batch, 2 batch packed as one LZ4 block, 3 footer
//
//   batch := entry*
//   entry := type (1: 1 replicate, 2 commit)  index (varint)  payload (length-prefixed)
//
//   footer := a record of kind 3, then its own offset (8), the last bytes of a segment that was closed in order
//   its body := number of records that hold replicates (varint), then for each of them, in order
//                 first index - first index of the one before (varint), offset - offset of the one before (varint);
//               at the end the last index of all (varint)
//
// A frame's checksum covers its place, so that a record is valid only where it was written: neither a log that was
// stored as a payload of this one nor what a recycled disk block holds can be taken for a record.
//
// After a crash. A segment with a successor was closed in order, so anything wrong in it is corruption. The last one
// may end anywhere: what follows its last whole record is a torn tail and was never acknowledged as durable, so it is
// dropped. It is corruption, not a torn tail, if a whole record follows the damage: then something that had been
// written before it is lost. (A flipped bit in the very last record cannot be told from a torn one.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/slice.h"
#include "engine/base/status.h"

namespace engine {

inline constexpr char kSegmentMagic[] = "TNDMWAL1";
inline constexpr std::size_t kSegmentHeaderBytes = 20;
inline constexpr std::size_t kFrameBytes = 17;
inline constexpr std::size_t kFooterOffsetBytes = 8;

// The sizes in a frame have 32 bits.
inline constexpr std::size_t kMaxBodyBytes = UINT32_MAX;

enum class RecordKind : std::uint8_t { kBatch = 1, kPackedBatch = 2, kFooter = 3 };

enum class Compression : std::uint8_t { kNone, kLz4 };

// When what was written is made durable.
enum class SyncPolicy : std::uint8_t {
  kNever,       // the system writes when it likes: survives the end of the process, not of the machine
  kEveryGroup,  // before the callbacks of a group, unless it holds nothing but commits (they can be worked out again)
};

// Where a record begins.
struct RecordPlace {
  std::uint64_t sequence = 0;
  std::uint64_t offset = 0;
};

struct Frame {
  std::uint32_t body_checksum = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t plain_bytes = 0;
  RecordKind kind = RecordKind::kBatch;
};

void AppendSegmentHeader(std::uint64_t sequence, std::string* to);
// Requires: at least kSegmentHeaderBytes bytes. Corruption if they are not the header of that segment.
Status CheckSegmentHeader(Slice bytes, std::uint64_t sequence);

// Appends a whole record. A batch that LZ4 cannot make smaller is stored as it is. `packed` is scratch memory.
void AppendBatchRecord(RecordPlace place, Slice body, Compression compression, std::string* packed, std::string* to);

// False if these bytes are no frame of a record at that place. Says nothing about the body.
bool DecodeFrame(RecordPlace place, Slice bytes, Frame* frame);

// The body as it was before it was packed; points into `stored` or into `scratch`. Corruption on a wrong checksum.
Status UnpackBody(const Frame& frame, Slice stored, std::string* scratch, Slice* body);

// Which record holds the first replicate at or after an index: a segment's index, kept in its footer.
struct SegmentIndex {
  struct Entry {
    std::uint64_t first_index = 0;
    std::uint64_t offset = 0;

    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;  // both fields grow
  std::uint64_t last_index = 0;

  bool operator==(const SegmentIndex&) const = default;
};

// Appends the footer record and its offset: nothing may follow.
void AppendFooter(RecordPlace place, const SegmentIndex& index, std::string* to);
Status DecodeFooter(Slice body, SegmentIndex* index);

}  // namespace engine
