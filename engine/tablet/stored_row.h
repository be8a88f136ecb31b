// A row as a rowset keeps it: schema.row_bytes() of cells and null bitmap in an arena, with its strings in the same
// arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/base/arena.h"
#include "engine/base/slice.h"
#include "engine/row/cells.h"
#include "engine/row/row_operations.h"
#include "engine/row/schema.h"

namespace engine {

inline Slice CopyBytes(Slice bytes, Arena* arena) {
  if (bytes.empty()) return {};
  auto* copy = static_cast<char*>(arena->Allocate(bytes.size(), 1));
  std::memcpy(copy, bytes.data(), bytes.size());
  return {copy, bytes.size()};
}

inline bool IsNullCell(const Schema& schema, const std::uint8_t* row, std::size_t column) {
  return schema.has_nullable() && BitmapTest(row + schema.cells_bytes(), column);
}

// Makes the strings of some columns point to copies in `arena`.
template <class Wanted>
void CopyStrings(const Schema& schema, std::uint8_t* row, Arena* arena, Wanted is_wanted) {
  for (std::size_t column = 0; column < schema.columns().size(); ++column) {
    if (schema.columns()[column].type != ColumnType::kString || !is_wanted(column)) continue;
    if (IsNullCell(schema, row, column)) continue;
    std::uint8_t* cell = row + schema.offset(column);
    StoreCell(cell, CopyBytes(LoadCell<Slice>(cell), arena));
  }
}

inline std::uint8_t* CopyRow(const Schema& schema, const std::uint8_t* row, Arena* arena) {
  auto* copy = static_cast<std::uint8_t*>(arena->Allocate(schema.row_bytes(), 1));
  std::memcpy(copy, row, schema.row_bytes());
  CopyStrings(schema, copy, arena, [](std::size_t) { return true; });
  return copy;
}

// Overwrites the cells that `update` sets; the others stay.
inline void UpdateRow(const Schema& schema, const DecodedRowOperation& update, std::uint8_t* row, Arena* arena) {
  for (std::size_t column = schema.key_columns(); column < schema.columns().size(); ++column) {
    if (!BitmapTest(update.is_set, column)) continue;
    std::memcpy(row + schema.offset(column), update.row + schema.offset(column),
                CellBytes(schema.columns()[column].type));
    if (!schema.has_nullable()) continue;
    if (IsNullCell(schema, update.row, column)) {
      BitmapSet(row + schema.cells_bytes(), column);
    } else {
      BitmapClear(row + schema.cells_bytes(), column);
    }
  }
  CopyStrings(schema, row, arena, [&](std::size_t column) { return BitmapTest(update.is_set, column); });
}

}  // namespace engine
