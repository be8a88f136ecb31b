// The columns of a table and how one row of them lies in memory: the cells one after the other without padding, then a
// bitmap of the cells that are null. A string cell is a Slice to bytes that lie elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace engine {

enum class ColumnType : std::uint8_t { kInt32, kInt64, kString };
enum class Nullability : std::uint8_t { kNotNull, kNullable };

struct Column {
  std::string name;
  ColumnType type;
  Nullability nullability = Nullability::kNotNull;
};

// Bytes of a cell; cells are not aligned.
constexpr std::size_t CellBytes(ColumnType type) {
  switch (type) {
    case ColumnType::kInt32:
      return 4;
    case ColumnType::kInt64:
      return 8;
    case ColumnType::kString:
      return 16;
  }
  return 0;
}

// Immutable. The first key_columns() columns are the primary key; they are not nullable.
class Schema {
 public:
  Schema(std::vector<Column> columns, std::size_t key_columns)
      : columns_(std::move(columns)), key_columns_(key_columns) {
    for (const Column& column : columns_) {
      offsets_.push_back(cells_bytes_);
      cells_bytes_ += CellBytes(column.type);
      has_nullable_ |= column.nullability == Nullability::kNullable;
    }
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] std::size_t key_columns() const { return key_columns_; }
  [[nodiscard]] std::size_t offset(std::size_t column) const { return offsets_[column]; }
  [[nodiscard]] std::size_t cells_bytes() const { return cells_bytes_; }
  [[nodiscard]] bool has_nullable() const { return has_nullable_; }
  [[nodiscard]] std::size_t bitmap_bytes() const { return (columns_.size() + 7) / 8; }  // one bit a column

  // Cells and null bitmap.
  [[nodiscard]] std::size_t row_bytes() const { return cells_bytes_ + (has_nullable_ ? bitmap_bytes() : 0); }

 private:
  std::vector<Column> columns_;
  std::size_t key_columns_;
  std::vector<std::size_t> offsets_;
  std::size_t cells_bytes_ = 0;
  bool has_nullable_ = false;
};

}  // namespace engine
