#include "engine/log/segment_reader.h"

#include <algorithm>
#include <memory>

#include "engine/base/coding.h"
#include "engine/base/file.h"
#include "engine/log/segment_files.h"

namespace engine {
namespace {

Slice From(Slice bytes, std::uint64_t offset) { return {bytes.data() + offset, bytes.size() - offset}; }

// One segment in memory.
class Segment {
 public:
  Segment(std::uint64_t sequence, Slice bytes) : sequence_(sequence), bytes_(bytes) {}

  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

  // Corruption says what is wrong with the record; whether that is a torn tail is not known here.
  Status TakeRecord(std::uint64_t* offset, Frame* frame, Slice* body) {
    const Slice rest = From(bytes_, *offset);
    if (!DecodeFrame({sequence_, *offset}, rest, frame)) return Status::Corruption("no record");
    if (rest.size() - kFrameBytes < frame->stored_bytes) return Status::Corruption("record is cut off");
    Status status = UnpackBody(*frame, Slice(rest.data() + kFrameBytes, frame->stored_bytes), &unpacked_, body);
    if (status.ok()) *offset += kFrameBytes + frame->stored_bytes;
    return status;
  }

  // Where the first whole record after `offset` begins; the segment's size if there is none.
  [[nodiscard]] std::uint64_t FindRecordAfter(std::uint64_t offset) {
    while (++offset < size()) {
      std::uint64_t after = offset;
      Frame frame;
      Slice body;
      if (TakeRecord(&after, &frame, &body).ok()) return offset;
    }
    return size();
  }

  // Whether the footer that ends at `offset` is followed by its own offset and nothing else.
  [[nodiscard]] bool EndsWithFooterAt(std::uint64_t footer_offset, std::uint64_t offset) const {
    return size() - offset == kFooterOffsetBytes && DecodeFixed64(bytes_.data() + offset) == footer_offset;
  }

  Status CheckHeader() const {
    if (size() < kSegmentHeaderBytes) return Status::Corruption("header is cut off");
    return CheckSegmentHeader(bytes_, sequence_);
  }

 private:
  const std::uint64_t sequence_;
  const Slice bytes_;
  std::string unpacked_;
};

// Reads records until the footer, the end, or trouble. *offset is where the reading stopped.
Status ReadRecords(Segment* segment, std::uint64_t sequence, const RecordVisitor& visit, std::uint64_t* offset,
                   SegmentEnd* end, Status* trouble) {
  while (*offset < segment->size()) {
    const std::uint64_t record_offset = *offset;
    Frame frame;
    Slice body;
    *trouble = segment->TakeRecord(offset, &frame, &body);
    if (!trouble->ok()) return Status::Ok();
    if (frame.kind == RecordKind::kFooter) {
      end->is_closed = segment->EndsWithFooterAt(record_offset, *offset);
      if (!end->is_closed) *trouble = Status::Corruption("footer is not the end");
      *offset = record_offset;
      return Status::Ok();
    }
    if (Status status = visit({sequence, record_offset}, body); !status.ok()) return status;
  }
  return Status::Ok();
}

Status TellTornTailFromCorruption(Segment* segment, SegmentRank rank, std::uint64_t offset, Status trouble) {
  if (rank == SegmentRank::kHasSuccessor) return trouble;
  const std::uint64_t next = segment->FindRecordAfter(offset);
  if (next == segment->size()) return Status::Ok();
  return std::move(trouble).WithContext("before a whole record at offset " + std::to_string(next));
}

}  // namespace

Status ReadSegment(const std::string& directory, std::uint64_t sequence, SegmentRank rank, std::uint64_t offset,
                   const RecordVisitor& visit, SegmentEnd* end) {
  const std::string path = SegmentPath(directory, sequence);
  std::string contents;
  if (Status status = ReadFile(path, &contents); !status.ok()) return status;
  Segment segment(sequence, contents);
  *end = SegmentEnd{};
  Status trouble = segment.CheckHeader();
  if (trouble.ok()) {
    offset = std::max<std::uint64_t>(offset, kSegmentHeaderBytes);
    Status status = ReadRecords(&segment, sequence, visit, &offset, end, &trouble);
    if (!status.ok()) return std::move(status).WithContext(path);
    if (trouble.ok() && !end->is_closed && rank == SegmentRank::kHasSuccessor) {
      trouble = Status::Corruption("ends without a footer, though another segment follows");
    }
  } else {
    offset = 0;
  }
  end->whole_bytes = offset;
  if (trouble.ok()) return Status::Ok();
  end->torn_bytes = segment.size() - offset;
  return TellTornTailFromCorruption(&segment, rank, offset, std::move(trouble))
      .WithContext(path + " at offset " + std::to_string(offset));
}

Status ReadSegmentIndex(const std::string& directory, std::uint64_t sequence, SegmentIndex* index) {
  const std::string path = SegmentPath(directory, sequence);
  std::unique_ptr<RandomAccessFile> file;
  if (Status status = RandomAccessFile::Open(path, &file); !status.ok()) return status;
  std::uint64_t size = 0;
  if (Status status = file->Size(&size); !status.ok()) return status;
  const auto no_footer = [&path] { return Status::NotFound(path + " has no footer"); };
  if (size < kSegmentHeaderBytes + kFrameBytes + kFooterOffsetBytes) return no_footer();
  char end[kFooterOffsetBytes];
  Slice bytes;
  Status status = file->Read(size - kFooterOffsetBytes, kFooterOffsetBytes, end, &bytes);
  if (!status.ok()) return status;
  if (bytes.size() < kFooterOffsetBytes) return no_footer();
  const std::uint64_t offset = DecodeFixed64(end);
  if (offset < kSegmentHeaderBytes || offset > size - kFooterOffsetBytes - kFrameBytes) return no_footer();
  std::string footer(size - kFooterOffsetBytes - offset, '\0');
  if (status = file->Read(offset, footer.size(), footer.data(), &bytes); !status.ok()) return status;
  Frame frame;
  if (!DecodeFrame({sequence, offset}, bytes, &frame) || frame.kind != RecordKind::kFooter ||
      bytes.size() - kFrameBytes != frame.stored_bytes) {
    return no_footer();
  }
  std::string unpacked;
  Slice body;
  status = UnpackBody(frame, From(bytes, kFrameBytes), &unpacked, &body);
  if (status.ok()) status = DecodeFooter(body, index);
  return std::move(status).WithContext(path);
}

}  // namespace engine
