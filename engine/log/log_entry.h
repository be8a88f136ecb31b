// What the log is made of: an operation that is to be carried out (replicate), and the word that it was (commit).
// Entries travel in batches, which are encoded by whoever fills them, so that the log's own thread has less to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/slice.h"
#include "engine/base/status.h"

namespace engine {

enum class EntryType : std::uint8_t { kReplicate = 1, kCommit = 2 };

// One entry as it is read: `payload` lives as long as what it was decoded from.
struct LogEntry {
  EntryType type = EntryType::kReplicate;
  std::uint64_t index = 0;  // of the operation; a commit carries the index of the operation it commits
  Slice payload;

  bool operator==(const LogEntry&) const = default;
};

// Entries that are written, and made durable, together. Movable, not copyable.
class EntryBatch {
 public:
  EntryBatch() = default;
  EntryBatch(EntryBatch&&) = default;
  EntryBatch& operator=(EntryBatch&&) = default;

  // Requires: replicates come with growing indexes, over all batches that a log is given.
  void AddReplicate(std::uint64_t index, Slice payload) {
    if (replicates_++ == 0) first_index_ = index;
    last_index_ = index;
    Add({EntryType::kReplicate, index, payload});
  }
  void AddCommit(std::uint64_t index, Slice payload = {}) {
    ++commits_;
    Add({EntryType::kCommit, index, payload});
  }

  [[nodiscard]] bool empty() const { return entries() == 0; }
  [[nodiscard]] std::size_t entries() const { return replicates_ + commits_; }
  [[nodiscard]] bool has_replicates() const { return replicates_ != 0; }
  [[nodiscard]] std::uint64_t first_index() const { return first_index_; }  // of the replicates; 0 if there are none
  [[nodiscard]] std::uint64_t last_index() const { return last_index_; }    // likewise
  [[nodiscard]] Slice encoded() const { return encoded_; }

 private:
  void Add(const LogEntry& entry);

  std::string encoded_;
  std::size_t replicates_ = 0;
  std::size_t commits_ = 0;
  std::uint64_t first_index_ = 0;
  std::uint64_t last_index_ = 0;
};

// Sees entries in the order in which they were appended; anything but Ok ends the reading with that status.
using EntryVisitor = std::function<Status(const LogEntry&)>;

// Gives every entry of an encoded batch to `visit`. Corruption if the bytes are not a sequence of entries.
Status VisitEntries(Slice encoded, const EntryVisitor& visit);

}  // namespace engine
