#include "engine/tablet/flushed_row_set.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/tablet/stored_row.h"

namespace engine {

FlushedRowSet::FlushedRowSet(const Schema* schema, std::unique_ptr<Arena> bytes, std::vector<Row> rows)
    : schema_(schema), bytes_(std::move(bytes)), rows_(std::move(rows)), bloom_(rows_.size()) {
  assert(!rows_.empty());
  for (const Row& row : rows_) bloom_.Add(HashKey(row.key));
}

std::size_t FlushedRowSet::FindKey(const KeyProbe& probe, ProbeCounters* counters) const {
  ++counters->bloom_lookups;
  if (!bloom_.MayContain(probe.hash)) return rows_.size();
  ++counters->key_index_lookups;
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), probe.key,
                                    [](const Row& candidate, Slice key) { return candidate.key < key; });
  if (row == rows_.end() || row->key != probe.key) return rows_.size();
  return static_cast<std::size_t>(row - rows_.begin());
}

std::size_t FlushedRowSet::FindLive(const KeyProbe& probe, ProbeCounters* counters) const {
  const std::size_t position = FindKey(probe, counters);
  if (position == rows_.size() || deltas_.empty()) return position;
  ++counters->delta_lookups;
  const auto delta = deltas_.find(position);
  return delta != deltas_.end() && delta->second == nullptr ? rows_.size() : position;
}

bool FlushedRowSet::CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const {
  return FindLive(probe, counters) != rows_.size();
}

bool FlushedRowSet::Update(const KeyProbe& probe, const DecodedRowOperation& update, ProbeCounters* counters) {
  const std::size_t position = FindLive(probe, counters);
  if (position == rows_.size()) return false;
  const auto [delta, is_first] = deltas_.try_emplace(position, nullptr);
  if (is_first) {
    delta->second = static_cast<std::uint8_t*>(bytes_->Allocate(schema_->row_bytes(), 1));
    std::memcpy(delta->second, rows_[position].cells, schema_->row_bytes());
  }
  UpdateRow(*schema_, update, delta->second, bytes_.get());
  return true;
}

bool FlushedRowSet::Delete(const KeyProbe& probe, ProbeCounters* counters) {
  const std::size_t position = FindLive(probe, counters);
  if (position == rows_.size()) return false;
  deltas_[position] = nullptr;
  return true;
}

void FlushedRowSet::ForEachRow(RowVisitor visit) const {
  for (std::size_t position = 0; position < rows_.size(); ++position) {
    const auto delta = deltas_.find(position);
    const std::uint8_t* cells = delta == deltas_.end() ? rows_[position].cells : delta->second;
    if (cells != nullptr) visit(rows_[position].key, cells);
  }
}

}  // namespace engine
