// A row of which some cells are set: what a client fills in for one write. One heap block holds the bitmaps and the
// cells; every string that was copied in is a heap block of its own.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/slice.h"
#include "engine/row/schema.h"

namespace engine {

// Requires of every call: the column exists and is of that type (asserted). One thread at a time.
class PartialRow {
 public:
  // The schema is borrowed and must outlive the row.
  explicit PartialRow(const Schema* schema);
  ~PartialRow();
  PartialRow(const PartialRow&) = delete;
  PartialRow& operator=(const PartialRow&) = delete;

  void SetInt32(std::size_t column, std::int32_t value);
  void SetInt64(std::size_t column, std::int64_t value);
  void SetStringCopy(std::size_t column, Slice value);
  void SetStringBorrowed(std::size_t column, Slice value);  // the bytes must outlive the row
  void SetNull(std::size_t column);                         // requires: the column is nullable

  [[nodiscard]] bool IsSet(std::size_t column) const;
  [[nodiscard]] bool IsNull(std::size_t column) const;
  [[nodiscard]] bool IsKeySet() const;

  // Requires: the column is set and not null.
  [[nodiscard]] std::int32_t int32(std::size_t column) const;
  [[nodiscard]] std::int64_t int64(std::size_t column) const;
  [[nodiscard]] Slice string(std::size_t column) const;

  // Appends the primary key. Requires: IsKeySet().
  void EncodeKey(std::string* key) const;

  [[nodiscard]] const Schema& schema() const { return *schema_; }
  [[nodiscard]] const std::uint8_t* is_set() const { return is_set_; }  // bitmap, one bit a column
  // Bitmap, one bit a column. Requires: the schema has a nullable column.
  [[nodiscard]] const std::uint8_t* is_null() const { return null_bitmap(); }

 private:
  [[nodiscard]] std::uint8_t* cell(std::size_t column) const { return cells_ + schema_->offset(column); }
  [[nodiscard]] std::uint8_t* null_bitmap() const { return cells_ + schema_->cells_bytes(); }
  void MarkSet(std::size_t column);
  void SetString(std::size_t column, Slice value);
  void FreeOwnedString(std::size_t column);

  const Schema* schema_;
  std::uint8_t* is_set_;    // start of the block
  std::uint8_t* is_owned_;  // bitmap: strings that were copied in
  std::uint8_t* cells_;     // schema_->row_bytes()
};
static_assert(sizeof(PartialRow) == 32);

}  // namespace engine
