// Reads one segment front to back, and says how it ends. What is a torn tail and what is corruption: log_format.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/slice.h"
#include "engine/base/status.h"
#include "engine/log/log_format.h"

namespace engine {

// Whether another segment follows: only the last of a log may have a torn tail.
enum class SegmentRank { kLast, kHasSuccessor };

struct SegmentEnd {
  bool is_closed = false;         // it ends on a footer
  std::uint64_t whole_bytes = 0;  // up to the end of the last whole record, the footer not counted; 0: no header
  std::uint64_t torn_bytes = 0;   // what follows them and is no record
};

using RecordVisitor = std::function<Status(RecordPlace place, Slice body)>;

// Gives the unpacked body of every batch record from `offset` on to `visit`. Requires: a record begins at `offset`, or
// it is 0 for all of them. Anything but Ok from `visit` ends the reading with that status; `end` is then not complete.
Status ReadSegment(const std::string& directory, std::uint64_t sequence, SegmentRank rank, std::uint64_t offset,
                   const RecordVisitor& visit, SegmentEnd* end);

// The index of a segment that was closed, without reading the rest of it. NotFound if it has no footer.
Status ReadSegmentIndex(const std::string& directory, std::uint64_t sequence, SegmentIndex* index);

}  // namespace engine
