#include "engine/tablet/mem_row_set.h"

#include <utility>
#include <vector>

#include "engine/tablet/stored_row.h"

namespace engine {

bool MemRowSet::CheckRowPresent(const KeyProbe& probe, ProbeCounters* counters) const {
  ++counters->memrowset_lookups;
  const auto found = rows_.find(probe.key);
  return found != rows_.end() && found->second.is_live;
}

MemRowSet::Row* MemRowSet::FindLive(const KeyProbe& probe, ProbeCounters* counters) {
  ++counters->memrowset_lookups;
  const auto found = rows_.find(probe.key);
  return found != rows_.end() && found->second.is_live ? &found->second : nullptr;
}

bool MemRowSet::Insert(const KeyProbe& probe, const DecodedRowOperation& insert, ProbeCounters* counters) {
  ++counters->memrowset_lookups;
  const auto place = rows_.lower_bound(probe.key);
  if (place != rows_.end() && place->first == probe.key) {
    if (place->second.is_live) return false;
    place->second = {CopyRow(*schema_, insert.row, bytes_.get()), true};
    return true;
  }
  rows_.emplace_hint(place, CopyBytes(probe.key, bytes_.get()), Row{CopyRow(*schema_, insert.row, bytes_.get()), true});
  return true;
}

bool MemRowSet::Update(const KeyProbe& probe, const DecodedRowOperation& update, ProbeCounters* counters) {
  Row* row = FindLive(probe, counters);
  if (row == nullptr) return false;
  UpdateRow(*schema_, update, row->cells, bytes_.get());
  return true;
}

bool MemRowSet::Delete(const KeyProbe& probe, ProbeCounters* counters) {
  Row* row = FindLive(probe, counters);
  if (row == nullptr) return false;
  row->is_live = false;
  return true;
}

void MemRowSet::ForEachRow(RowVisitor visit) const {
  for (const auto& [key, row] : rows_) {
    if (row.is_live) visit(key, row.cells);
  }
}

std::unique_ptr<FlushedRowSet> MemRowSet::Flush() && {
  std::vector<FlushedRowSet::Row> rows;
  rows.reserve(rows_.size());
  ForEachRow([&](Slice key, const std::uint8_t* cells) { rows.push_back({key, cells}); });
  if (rows.empty()) return nullptr;
  return std::make_unique<FlushedRowSet>(schema_, std::move(bytes_), std::move(rows));
}

}  // namespace engine
