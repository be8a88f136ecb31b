#include "engine/tablet/flushed_row_set.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace engine {

FlushedRowSet::FlushedRowSet(std::unique_ptr<Arena> bytes, std::vector<Row> rows)
    : bytes_(std::move(bytes)), rows_(std::move(rows)), bloom_(rows_.size()) {
  assert(!rows_.empty());
  for (const Row& row : rows_) bloom_.Add(HashKey(row.key));
}

std::size_t FlushedRowSet::Find(const KeyProbe& probe, ProbeCounters* counters) const {
  ++counters->bloom_lookups;
  if (!bloom_.MayContain(probe.hash)) return rows_.size();
  ++counters->key_index_lookups;
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), probe.key,
                                    [](const Row& candidate, Slice key) { return candidate.key < key; });
  if (row == rows_.end() || row->key != probe.key) return rows_.size();
  return static_cast<std::size_t>(row - rows_.begin());
}

bool FlushedRowSet::CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const {
  return Find(probe, counters) != rows_.size();
}

}  // namespace engine
