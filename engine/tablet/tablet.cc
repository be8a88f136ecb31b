#include "engine/tablet/tablet.h"

#include <string>

#include "engine/row/encoded_key.h"
#include "engine/tablet/stored_row.h"

namespace engine {
namespace {

// Puts each operation and then each probe with its key into the arena, in order of arrival.
std::vector<RowOp*> MakeRowOps(const Schema& schema, const std::vector<DecodedRowOperation>& operations, Arena* arena) {
  std::vector<RowOp*> ops;
  ops.reserve(operations.size());
  for (const DecodedRowOperation& operation : operations) ops.push_back(arena->NewObject<RowOp>(RowOp{operation}));
  std::string key;
  for (RowOp* op : ops) {
    key.clear();
    EncodeRowKey(schema, op->operation.row, &key);
    op->probe = arena->NewObject<KeyProbe>(CopyBytes(key, arena));
  }
  return ops;
}

}  // namespace

Tablet::Tablet(Schema schema, TabletOptions options)
    : schema_(std::move(schema)), options_(options), memrowset_(std::make_unique<MemRowSet>(&schema_)) {}

Status Tablet::Write(Slice rows, Slice strings, std::vector<OpResult>* results) {
  Arena arena;
  std::vector<DecodedRowOperation> operations;
  Status status = DecodeRowOperations(schema_, rows, strings, &arena, &operations);
  if (!status.ok()) return status;

  const std::vector<RowOp*> ops = MakeRowOps(schema_, operations, &arena);
  BulkCheckPresence(options_.presence_policy, ops, tree_, &counters_.presence);
  results->clear();
  results->reserve(ops.size());
  for (RowOp* op : ops) results->push_back(op->result = Apply(op));
  if (memrowset_->footprint_bytes() >= options_.flush_threshold_bytes) Flush();
  return Status::Ok();
}

OpResult Tablet::Apply(RowOp* op) {
  RowSet* present_in = op->checked_present ? op->present_in : FindPresent(*op);
  switch (op->operation.type) {
    case OpType::kInsert:
      return Insert(*op, present_in);
    case OpType::kUpsert:
      return Upsert(*op, present_in);
    case OpType::kUpdate:
      return Update(*op, present_in);
    case OpType::kDelete:
      return Delete(*op, present_in);
  }
  return OpResult::kNotFound;
}

// For an operation that the bulk check left out: one before it in the write has the same key and may have changed the
// answer.
RowSet* Tablet::FindPresent(const RowOp& op) {
  for (RowSet* rowset : tree_.RowSetsContaining(op.probe->key)) {
    if (rowset->CheckRowPresent(*op.probe, &counters_.presence.probes)) return rowset;
  }
  return nullptr;
}

OpResult Tablet::Insert(const RowOp& op, RowSet* present_in) {
  if (present_in != nullptr || !memrowset_->Insert(*op.probe, op.operation, &counters_.presence.probes)) {
    ++counters_.insertions_failed_dup_key;
    return OpResult::kAlreadyPresent;
  }
  ++counters_.rows_inserted;
  return OpResult::kApplied;
}

OpResult Tablet::Upsert(const RowOp& op, RowSet* present_in) {
  ++counters_.rows_upserted;
  ProbeCounters* probes = &counters_.presence.probes;
  if (present_in == nullptr && memrowset_->Insert(*op.probe, op.operation, probes)) return OpResult::kApplied;
  ++counters_.upserts_as_updates;
  RowSet* rowset = present_in != nullptr ? present_in : memrowset_.get();
  return rowset->Update(*op.probe, op.operation, probes) ? OpResult::kApplied : OpResult::kNotFound;
}

OpResult Tablet::Update(const RowOp& op, RowSet* present_in) {
  RowSet* rowset = present_in != nullptr ? present_in : memrowset_.get();
  if (!rowset->Update(*op.probe, op.operation, &counters_.presence.probes)) {
    ++counters_.rows_not_found;
    return OpResult::kNotFound;
  }
  ++counters_.rows_updated;
  return OpResult::kApplied;
}

OpResult Tablet::Delete(const RowOp& op, RowSet* present_in) {
  RowSet* rowset = present_in != nullptr ? present_in : memrowset_.get();
  if (!rowset->Delete(*op.probe, &counters_.presence.probes)) {
    ++counters_.rows_not_found;
    return OpResult::kNotFound;
  }
  ++counters_.rows_deleted;
  return OpResult::kApplied;
}

void Tablet::Flush() {
  std::unique_ptr<FlushedRowSet> flushed = std::move(*memrowset_).Flush();
  memrowset_ = std::make_unique<MemRowSet>(&schema_);
  if (flushed == nullptr) return;
  flushed_.push_back(std::move(flushed));
  ++counters_.flushes;
  std::vector<RowSet*> rowsets;
  for (const auto& rowset : flushed_) rowsets.push_back(rowset.get());
  tree_ = RowSetTree(std::move(rowsets));
}

void Tablet::ForEachRow(RowSet::RowVisitor visit) const {
  for (const auto& rowset : flushed_) rowset->ForEachRow(visit);
  memrowset_->ForEachRow(visit);
}

std::size_t Tablet::CountRows() const {
  std::size_t count = 0;
  ForEachRow([&](Slice, const std::uint8_t*) { ++count; });
  return count;
}

}  // namespace engine
