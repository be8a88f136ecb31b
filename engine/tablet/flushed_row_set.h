// Rows that left the memrowset: sorted by key, immutable, found through a bloom filter and a binary search. What
// happens to a row later is kept beside it, as a delta. The bytes stay in memory: how they would lie in block files is
// the file system layer's matter.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/base/arena.h"
#include "engine/tablet/bloom_filter.h"
#include "engine/tablet/row_set.h"

namespace engine {

class FlushedRowSet final : public RowSet {
 public:
  struct Row {
    Slice key;
    Slice cells;
  };

  // Requires: at least one row, keys strictly ascending, all bytes in `bytes`.
  FlushedRowSet(std::unique_ptr<Arena> bytes, std::vector<Row> rows);

  [[nodiscard]] std::optional<KeyBounds> bounds() const override {
    return KeyBounds{rows_.front().key, rows_.back().key};
  }
  bool CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const override;

  [[nodiscard]] std::size_t row_count() const { return rows_.size(); }

 private:
  // The row's position, or row_count() if there is none with this key.
  [[nodiscard]] std::size_t Find(const KeyProbe& probe, ProbeCounters* counters) const;

  std::unique_ptr<Arena> bytes_;
  std::vector<Row> rows_;
  BloomFilter bloom_;
};

}  // namespace engine
