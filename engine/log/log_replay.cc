#include "engine/log/log_replay.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/base/file.h"
#include "engine/log/segment_files.h"
#include "engine/log/segment_reader.h"

namespace engine {
namespace {

using Sequences = std::vector<std::uint64_t>;

SegmentRank RankOf(const Sequences& sequences, std::size_t position) {
  return position + 1 == sequences.size() ? SegmentRank::kLast : SegmentRank::kHasSuccessor;
}

// Reads from `offset` of the segment at `position` to the end of the log.
Status ReplaySegments(const std::string& directory, const Sequences& sequences, std::size_t position,
                      std::uint64_t offset, const EntryVisitor& visit, ReplayCounts* counts) {
  const EntryVisitor count_and_visit = [&](const LogEntry& entry) {
    ++counts->entries;
    return visit(entry);
  };
  for (; position < sequences.size(); ++position, offset = 0) {
    SegmentEnd end;
    ++counts->segments;
    Status status = ReadSegment(
        directory, sequences[position], RankOf(sequences, position), offset,
        [&](RecordPlace, Slice body) {
          ++counts->records;
          return VisitEntries(body, count_and_visit);
        },
        &end);
    if (!status.ok()) return status;
    counts->torn_bytes += end.torn_bytes;
  }
  return Status::Ok();
}

// The last record known to begin at or before `first_index`; the start of the log if none is known to.
Status FindStart(const std::string& directory, const Sequences& sequences, std::uint64_t first_index,
                 std::size_t* position, std::uint64_t* offset) {
  for (*position = sequences.size(); (*position)-- > 0;) {
    SegmentIndex index;
    Status status = ReadSegmentIndex(directory, sequences[*position], &index);
    if (status.code() == Status::Code::kNotFound) continue;  // still being written, or torn
    if (!status.ok()) return status;
    const auto after = std::upper_bound(
        index.entries.begin(), index.entries.end(), first_index,
        [](std::uint64_t wanted, const SegmentIndex::Entry& entry) { return wanted < entry.first_index; });
    if (after == index.entries.begin()) continue;
    *offset = std::prev(after)->offset;
    return Status::Ok();
  }
  *position = 0;
  *offset = 0;
  return Status::Ok();
}

// The index that the segment's footer would have held.
Status RebuildIndex(const std::string& directory, std::uint64_t sequence, SegmentIndex* index, SegmentEnd* end) {
  const RecordVisitor note = [index](RecordPlace place, Slice body) {
    bool has_replicates = false;
    return VisitEntries(body, [&](const LogEntry& entry) {
      if (entry.type != EntryType::kReplicate) return Status::Ok();
      if (!has_replicates) index->entries.push_back({entry.index, place.offset});
      has_replicates = true;
      index->last_index = entry.index;
      return Status::Ok();
    });
  };
  return ReadSegment(directory, sequence, SegmentRank::kLast, 0, note, end);
}

Status CloseTornSegment(const std::string& path, std::uint64_t sequence, const SegmentIndex& index,
                        std::uint64_t whole_bytes, SyncPolicy sync) {
  std::unique_ptr<WritableFile> file;
  Status status = WritableFile::Open(path, OpenMode::kAppend, &file);
  if (status.ok()) status = file->Truncate(whole_bytes);
  std::string footer;
  AppendFooter({sequence, whole_bytes}, index, &footer);
  if (status.ok()) status = file->Append(footer);
  if (status.ok() && sync != SyncPolicy::kNever) status = file->Sync();
  return status.ok() ? file->Close() : status;
}

// A last segment without a whole header is removed: as if the crash had come before it was created.
Status CloseLastSegment(const std::string& directory, SyncPolicy sync, Sequences* sequences) {
  const std::uint64_t last = sequences->back();
  const std::string path = SegmentPath(directory, last);
  SegmentIndex index;
  SegmentEnd end;
  if (Status status = RebuildIndex(directory, last, &index, &end); !status.ok()) return status;
  if (end.is_closed) return Status::Ok();
  if (end.whole_bytes > 0) return CloseTornSegment(path, last, index, end.whole_bytes, sync);
  sequences->pop_back();
  return RemoveFile(path);
}

Status FindLastIndex(const std::string& directory, const Sequences& sequences, std::uint64_t* last_index) {
  for (auto sequence = sequences.rbegin(); sequence != sequences.rend() && *last_index == 0; ++sequence) {
    SegmentIndex index;
    if (Status status = ReadSegmentIndex(directory, *sequence, &index); !status.ok()) return status;
    *last_index = index.last_index;
  }
  return Status::Ok();
}

}  // namespace

Status ReplayLog(const std::string& directory, const EntryVisitor& visit, ReplayCounts* counts) {
  ReplayCounts unused;
  Sequences sequences;
  if (Status status = ListSegments(directory, &sequences); !status.ok()) return status;
  return ReplaySegments(directory, sequences, 0, 0, visit, counts != nullptr ? counts : &unused);
}

Status ReplayLogFrom(const std::string& directory, std::uint64_t first_index, const EntryVisitor& visit,
                     ReplayCounts* counts) {
  ReplayCounts unused;
  Sequences sequences;
  if (Status status = ListSegments(directory, &sequences); !status.ok()) return status;
  std::size_t position = 0;
  std::uint64_t offset = 0;
  if (Status status = FindStart(directory, sequences, first_index, &position, &offset); !status.ok()) return status;
  bool is_there = false;
  const EntryVisitor skip_then_visit = [&](const LogEntry& entry) {
    is_there = is_there || (entry.type == EntryType::kReplicate && entry.index >= first_index);
    return is_there ? visit(entry) : Status::Ok();
  };
  return ReplaySegments(directory, sequences, position, offset, skip_then_visit, counts != nullptr ? counts : &unused);
}

Status RecoverLog(const std::string& directory, SyncPolicy sync, RecoveredLog* recovered) {
  Sequences sequences;
  if (Status status = ListSegments(directory, &sequences); !status.ok()) return status;
  *recovered = RecoveredLog{};
  if (sequences.empty()) return Status::Ok();
  Status status = CloseLastSegment(directory, sync, &sequences);
  if (!sequences.empty()) recovered->next_sequence = sequences.back() + 1;
  return status.ok() ? FindLastIndex(directory, sequences, &recovered->last_index) : status;
}

}  // namespace engine
