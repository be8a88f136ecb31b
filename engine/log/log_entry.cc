#include "engine/log/log_entry.h"

#include "engine/base/coding.h"

namespace engine {
namespace {

bool TakeEntry(Slice* from, LogEntry* entry) {
  Slice type;
  if (!TakeBytes(from, 1, &type)) return false;
  entry->type = static_cast<EntryType>(type.data()[0]);
  if (entry->type != EntryType::kReplicate && entry->type != EntryType::kCommit) return false;
  return TakeVarint64(from, &entry->index) && TakeLengthPrefixed(from, &entry->payload);
}

}  // namespace

void EntryBatch::Add(const LogEntry& entry) {
  encoded_.push_back(static_cast<char>(entry.type));
  PutVarint64(&encoded_, entry.index);
  PutLengthPrefixed(&encoded_, entry.payload);
}

Status VisitEntries(Slice encoded, const EntryVisitor& visit) {
  while (!encoded.empty()) {
    LogEntry entry;
    if (!TakeEntry(&encoded, &entry)) return Status::Corruption("malformed log entry");
    if (Status status = visit(entry); !status.ok()) return status;
  }
  return Status::Ok();
}

}  // namespace engine
