#include "engine/row/partial_row.h"

#include <cassert>
#include <cstring>

#include "engine/row/cells.h"
#include "engine/row/encoded_key.h"

namespace engine {

PartialRow::PartialRow(const Schema* schema) : schema_(schema) {
  const std::size_t bitmap = schema->bitmap_bytes();
  is_set_ = new std::uint8_t[2 * bitmap + schema->row_bytes()];
  is_owned_ = is_set_ + bitmap;
  cells_ = is_owned_ + bitmap;
  std::memset(is_set_, 0, 2 * bitmap);
  std::memset(null_bitmap(), 0, schema->row_bytes() - schema->cells_bytes());
}

PartialRow::~PartialRow() {
  for (std::size_t column = 0; column < schema_->columns().size(); ++column) FreeOwnedString(column);
  delete[] is_set_;
}

void PartialRow::SetInt32(std::size_t column, std::int32_t value) {
  assert(schema_->columns()[column].type == ColumnType::kInt32);
  MarkSet(column);
  StoreCell(cell(column), value);
}

void PartialRow::SetInt64(std::size_t column, std::int64_t value) {
  assert(schema_->columns()[column].type == ColumnType::kInt64);
  MarkSet(column);
  StoreCell(cell(column), value);
}

void PartialRow::SetStringCopy(std::size_t column, Slice value) {
  char* bytes = new char[value.size()];
  if (!value.empty()) std::memcpy(bytes, value.data(), value.size());
  SetString(column, {bytes, value.size()});
  BitmapSet(is_owned_, column);
}

void PartialRow::SetStringBorrowed(std::size_t column, Slice value) { SetString(column, value); }

void PartialRow::SetNull(std::size_t column) {
  assert(schema_->columns()[column].nullability == Nullability::kNullable);
  FreeOwnedString(column);
  BitmapSet(is_set_, column);
  BitmapSet(null_bitmap(), column);
}

bool PartialRow::IsSet(std::size_t column) const { return BitmapTest(is_set_, column); }

bool PartialRow::IsNull(std::size_t column) const {
  return schema_->has_nullable() && BitmapTest(null_bitmap(), column);
}

bool PartialRow::IsKeySet() const {
  for (std::size_t column = 0; column < schema_->key_columns(); ++column) {
    if (!IsSet(column)) return false;
  }
  return true;
}

std::int32_t PartialRow::int32(std::size_t column) const {
  assert(schema_->columns()[column].type == ColumnType::kInt32);
  return LoadCell<std::int32_t>(cell(column));
}

std::int64_t PartialRow::int64(std::size_t column) const {
  assert(schema_->columns()[column].type == ColumnType::kInt64);
  return LoadCell<std::int64_t>(cell(column));
}

Slice PartialRow::string(std::size_t column) const {
  assert(schema_->columns()[column].type == ColumnType::kString);
  return LoadCell<Slice>(cell(column));
}

void PartialRow::EncodeKey(std::string* key) const {
  assert(IsKeySet());
  EncodeRowKey(*schema_, cells_, key);
}

void PartialRow::MarkSet(std::size_t column) {
  BitmapSet(is_set_, column);
  if (schema_->has_nullable()) BitmapClear(null_bitmap(), column);
}

void PartialRow::SetString(std::size_t column, Slice value) {
  assert(schema_->columns()[column].type == ColumnType::kString);
  FreeOwnedString(column);
  MarkSet(column);
  StoreCell(cell(column), value);
}

void PartialRow::FreeOwnedString(std::size_t column) {
  if (!BitmapTest(is_owned_, column)) return;
  delete[] LoadCell<Slice>(cell(column)).data();
  BitmapClear(is_owned_, column);
}

}  // namespace engine
