// A part of a table: one memrowset that takes inserts and the rowsets that were flushed from it. A write goes through
//
//   decode -> encode keys -> BulkCheckPresence over the flushed rowsets -> apply, one operation after the other
//
// so that an operation sees what those before it in the same write have done. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/slice.h"
#include "engine/base/status.h"
#include "engine/row/schema.h"
#include "engine/tablet/mem_row_set.h"
#include "engine/tablet/presence_policy.h"
#include "engine/tablet/row_op.h"
#include "engine/tablet/rowset_tree.h"

namespace engine {

struct TabletOptions {
  PresencePolicy presence_policy = PresencePolicy::kSkipWhenSorted;
  std::size_t flush_threshold_bytes = std::size_t{1} << 30;  // of the memrowset, as the source's default
};

struct TabletCounters {
  std::uint64_t rows_inserted = 0;
  std::uint64_t rows_upserted = 0;  // both kinds
  std::uint64_t upserts_as_updates = 0;
  std::uint64_t rows_updated = 0;
  std::uint64_t rows_deleted = 0;
  std::uint64_t insertions_failed_dup_key = 0;
  std::uint64_t rows_not_found = 0;  // updates and deletes
  std::uint64_t flushes = 0;
  PresenceCounters presence;  // its probes also count those made while applying
};

class Tablet {
 public:
  explicit Tablet(Schema schema, TabletOptions options = {});

  // Applies the operations of a request, and says of each what became of it. A malformed request changes nothing.
  Status Write(Slice rows, Slice strings, std::vector<OpResult>* results);

  // Moves the memrowset's rows to a flushed rowset. Also done when it reaches the threshold, after a write.
  void Flush();

  // Visits all live rows, rowset by rowset, each in key order.
  void ForEachRow(RowSet::RowVisitor visit) const;
  [[nodiscard]] std::size_t CountRows() const;

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const TabletCounters& counters() const { return counters_; }
  [[nodiscard]] std::size_t flushed_rowsets() const { return flushed_.size(); }

 private:
  OpResult Apply(RowOp* op);
  RowSet* FindPresent(const RowOp& op);
  OpResult Insert(const RowOp& op, RowSet* present_in);
  OpResult Upsert(const RowOp& op, RowSet* present_in);
  OpResult Update(const RowOp& op, RowSet* present_in);
  OpResult Delete(const RowOp& op, RowSet* present_in);

  const Schema schema_;
  const TabletOptions options_;
  std::unique_ptr<MemRowSet> memrowset_;
  std::vector<std::unique_ptr<FlushedRowSet>> flushed_;
  RowSetTree tree_;  // over flushed_
  TabletCounters counters_;
};

}  // namespace engine
