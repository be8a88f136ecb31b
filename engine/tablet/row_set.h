// A set of rows with distinct keys: the memrowset that takes inserts, or one that was flushed from it and only changes
// by deltas. A live row is in exactly one rowset of a tablet, so an insert has to ask all that might hold its key. One
// thread at a time: the tablet's apply thread.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/functional/function_ref.h"
#include "engine/base/slice.h"
#include "engine/row/key_hash.h"
#include "engine/row/row_operations.h"

namespace engine {

// A key as it is looked up: with what bloom filters need of it, computed once and not once a rowset.
struct KeyProbe {
  explicit KeyProbe(Slice encoded_key) : key(encoded_key), hash(HashKey(encoded_key)) {}

  Slice key;
  std::uint64_t hash;
};

// The smallest and the largest key of a rowset, both inclusive.
struct KeyBounds {
  Slice first;
  Slice last;
};

// What looking for keys cost, in lookups of each kind.
struct ProbeCounters {
  std::uint64_t memrowset_lookups = 0;
  std::uint64_t bloom_lookups = 0;
  std::uint64_t key_index_lookups = 0;
  std::uint64_t delta_lookups = 0;
};

class RowSet {
 public:
  // A key and its row, laid out by the schema.
  using RowVisitor = absl::FunctionRef<void(Slice key, const std::uint8_t* row)>;

  virtual ~RowSet() = default;

  // Absent when the rowset may hold any key. Otherwise constant, and alive as long as the rowset.
  [[nodiscard]] virtual std::optional<KeyBounds> bounds() const = 0;

  // Whether a live row has this key: a deleted row is not present.
  virtual bool CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const = 0;

  // Overwrites the cells that are set, or deletes the row. False if no live row has this key.
  virtual bool Update(const KeyProbe& probe, const DecodedRowOperation& update, ProbeCounters* counters) = 0;
  virtual bool Delete(const KeyProbe& probe, ProbeCounters* counters) = 0;

  // Visits the live rows in key order.
  virtual void ForEachRow(RowVisitor visit) const = 0;
};

}  // namespace engine
