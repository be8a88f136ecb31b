// Rows that left the memrowset: sorted by key, found through a bloom filter and a binary search. What happens to a row
// later is kept beside it, as a delta. The bytes stay in memory: how they would lie in block files is a matter of the
// file system layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/base/arena.h"
#include "engine/row/schema.h"
#include "engine/tablet/bloom_filter.h"
#include "engine/tablet/row_set.h"

namespace engine {

class FlushedRowSet final : public RowSet {
 public:
  struct Row {
    Slice key;
    const std::uint8_t* cells;
  };

  // Requires: at least one row, keys strictly ascending, all bytes in `bytes`. The schema is borrowed.
  FlushedRowSet(const Schema* schema, std::unique_ptr<Arena> bytes, std::vector<Row> rows);

  [[nodiscard]] std::optional<KeyBounds> bounds() const override {
    return KeyBounds{rows_.front().key, rows_.back().key};
  }
  bool CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const override;
  bool Update(const KeyProbe& probe, const DecodedRowOperation& update, ProbeCounters* counters) override;
  bool Delete(const KeyProbe& probe, ProbeCounters* counters) override;
  void ForEachRow(RowVisitor visit) const override;

 private:
  // The row's position, or rows_.size() if no live row has this key.
  [[nodiscard]] std::size_t FindLive(const KeyProbe& probe, ProbeCounters* counters) const;
  [[nodiscard]] std::size_t FindKey(const KeyProbe& probe, ProbeCounters* counters) const;

  const Schema* schema_;
  std::unique_ptr<Arena> bytes_;  // also of the deltas
  std::vector<Row> rows_;
  BloomFilter bloom_;
  std::unordered_map<std::size_t, std::uint8_t*> deltas_;  // by position: the row as it is now; null if deleted
};

}  // namespace engine
