// The rowset that takes a tablet's inserts: a B-tree in memory over rows in an arena. A deleted row stays in the tree
// as a ghost, and a new insert of its key brings it back.
#pragma once

#include <cstddef>
#include <memory>

#include "absl/container/btree_map.h"
#include "engine/base/arena.h"
#include "engine/row/schema.h"
#include "engine/tablet/flushed_row_set.h"
#include "engine/tablet/row_set.h"

namespace engine {

class MemRowSet final : public RowSet {
 public:
  // The schema is borrowed.
  explicit MemRowSet(const Schema* schema) : schema_(schema), bytes_(std::make_unique<Arena>()) {}

  [[nodiscard]] std::optional<KeyBounds> bounds() const override { return std::nullopt; }
  bool CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const override;
  bool Update(const KeyProbe& probe, const DecodedRowOperation& update, ProbeCounters* counters) override;
  bool Delete(const KeyProbe& probe, ProbeCounters* counters) override;
  void ForEachRow(RowVisitor visit) const override;

  // Copies the row. False if a live row has the key.
  bool Insert(const KeyProbe& probe, const DecodedRowOperation& insert, ProbeCounters* counters);

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::size_t footprint_bytes() const { return bytes_->footprint(); }

  // Hands the live rows over; null if there are none. The memrowset is of no use afterwards.
  std::unique_ptr<FlushedRowSet> Flush() &&;

 private:
  struct Row {
    std::uint8_t* cells;
    bool is_live;
  };

  Row* FindLive(const KeyProbe& probe, ProbeCounters* counters);

  const Schema* schema_;
  std::unique_ptr<Arena> bytes_;
  absl::btree_map<Slice, Row> rows_;
};

}  // namespace engine
