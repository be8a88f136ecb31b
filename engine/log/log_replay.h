// Reads a log back, after a crash or while it is being written.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/status.h"
#include "engine/log/log_entry.h"
#include "engine/log/log_format.h"

namespace engine {

struct ReplayCounts {
  std::uint64_t segments = 0;
  std::uint64_t records = 0;  // batches
  std::uint64_t entries = 0;
  std::uint64_t torn_bytes = 0;  // dropped at the end of the last segment

  bool operator==(const ReplayCounts&) const = default;
};

// Gives every entry in the log of `directory` to `visit`, in the order in which they were appended. A torn tail is
// tolerated and counted; damage anywhere else is Corruption, after the entries before it were visited. An empty
// directory is an empty log; NotFound if there is no directory.
Status ReplayLog(const std::string& directory, const EntryVisitor& visit, ReplayCounts* counts = nullptr);

// The same from the first replicate on whose index is `first_index` or greater; finds it by the segments' indexes.
// Commits before it are left out.
Status ReplayLogFrom(const std::string& directory, std::uint64_t first_index, const EntryVisitor& visit,
                     ReplayCounts* counts = nullptr);

// Makes a log that ended in a crash one that was closed in order: cuts a torn tail off the last segment and gives it a
// footer, durably unless the policy is kNever. Corruption as in ReplayLog, but only the last segment is read.
struct RecoveredLog {
  std::uint64_t next_sequence = 1;  // of the segment to be written next
  std::uint64_t last_index = 0;     // the greatest of a replicate; 0 if there is none
};
Status RecoverLog(const std::string& directory, SyncPolicy sync, RecoveredLog* recovered);

}  // namespace engine
