#include "engine/row/row_operations.h"

#include <cstring>

#include "engine/base/coding.h"
#include "engine/row/cells.h"

namespace engine {
namespace {

bool HasCell(const PartialRow& row, std::size_t column) { return row.IsSet(column) && !row.IsNull(column); }

void AppendString(Slice value, RowOperations* to) {
  PutFixed64(&to->rows, to->strings.size());
  PutFixed64(&to->rows, value.size());
  to->strings.append(value.view());
}

// Reads one operation after the other from `rows`.
class Decoder {
 public:
  Decoder(const Schema& schema, Slice rows, Slice strings, Arena* arena)
      : schema_(schema), rows_(rows), strings_(strings), arena_(arena) {}

  [[nodiscard]] bool done() const { return rows_.empty(); }

  Status Next(DecodedRowOperation* operation) {
    const std::size_t bitmap_bytes = schema_.bitmap_bytes();
    Slice type;
    Slice is_set;
    Slice is_null;
    if (!TakeBytes(&rows_, 1, &type) || !TakeBytes(&rows_, bitmap_bytes, &is_set) ||
        (schema_.has_nullable() && !TakeBytes(&rows_, bitmap_bytes, &is_null))) {
      return Status::Corruption("the operation is cut off");
    }
    operation->type = static_cast<OpType>(type.data()[0]);
    if (operation->type < OpType::kInsert || operation->type > OpType::kDelete) {
      return Status::Corruption("there is no operation type " + std::to_string(type.data()[0]));
    }
    auto* block = static_cast<std::uint8_t*>(arena_->Allocate(bitmap_bytes + schema_.row_bytes(), 1));
    std::memcpy(block, is_set.data(), bitmap_bytes);
    operation->is_set = block;
    operation->row = block + bitmap_bytes;
    return DecodeCells(*operation, is_null, block + bitmap_bytes);
  }

 private:
  Status DecodeCells(const DecodedRowOperation& operation, Slice is_null, std::uint8_t* row) {
    std::memset(row + schema_.cells_bytes(), 0, schema_.row_bytes() - schema_.cells_bytes());
    for (std::size_t i = 0; i < schema_.columns().size(); ++i) {
      const Column& column = schema_.columns()[i];
      const bool is_key = i < schema_.key_columns();
      const bool is_set = BitmapTest(operation.is_set, i);
      const bool null =
          !is_set || (!is_null.empty() && BitmapTest(reinterpret_cast<const std::uint8_t*>(is_null.data()), i));
      if (!null) {
        if (!TakeCell(column.type, row + schema_.offset(i))) {
          return Status::Corruption("the cell of column '" + column.name + "' is cut off");
        }
      } else if (column.nullability == Nullability::kNullable) {
        BitmapSet(row + schema_.cells_bytes(), i);
      } else if (is_set || is_key || operation.type == OpType::kInsert || operation.type == OpType::kUpsert) {
        return Status::InvalidArgument("column '" + column.name + "' needs a value");
      }
    }
    return Status::Ok();
  }

  bool TakeCell(ColumnType type, std::uint8_t* cell) {
    if (type == ColumnType::kString) return TakeString(cell);
    Slice bytes;
    if (!TakeBytes(&rows_, CellBytes(type), &bytes)) return false;
    std::memcpy(cell, bytes.data(), bytes.size());
    return true;
  }

  bool TakeString(std::uint8_t* cell) {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    if (!TakeFixed64(&rows_, &offset) || !TakeFixed64(&rows_, &size)) return false;
    if (offset > strings_.size() || size > strings_.size() - offset) return false;
    StoreCell(cell, Slice(strings_.data() + offset, size));
    return true;
  }

  const Schema& schema_;
  Slice rows_;
  Slice strings_;
  Arena* arena_;
};

}  // namespace

void AppendRowOperation(OpType type, const PartialRow& row, RowOperations* to) {
  const Schema& schema = row.schema();
  to->rows.push_back(static_cast<char>(type));
  to->rows.append(reinterpret_cast<const char*>(row.is_set()), schema.bitmap_bytes());
  if (schema.has_nullable()) to->rows.append(reinterpret_cast<const char*>(row.is_null()), schema.bitmap_bytes());
  for (std::size_t column = 0; column < schema.columns().size(); ++column) {
    if (!HasCell(row, column)) continue;
    switch (schema.columns()[column].type) {
      case ColumnType::kInt32:
        PutFixed32(&to->rows, static_cast<std::uint32_t>(row.int32(column)));
        break;
      case ColumnType::kInt64:
        PutFixed64(&to->rows, static_cast<std::uint64_t>(row.int64(column)));
        break;
      case ColumnType::kString:
        AppendString(row.string(column), to);
        break;
    }
  }
}

std::size_t EncodedBytes(const PartialRow& row) {
  const Schema& schema = row.schema();
  std::size_t bytes = 1 + schema.bitmap_bytes() * (schema.has_nullable() ? 2 : 1);
  for (std::size_t column = 0; column < schema.columns().size(); ++column) {
    if (!HasCell(row, column)) continue;
    bytes += CellBytes(schema.columns()[column].type);
    if (schema.columns()[column].type == ColumnType::kString) bytes += row.string(column).size();
  }
  return bytes;
}

Status DecodeRowOperations(const Schema& schema, Slice rows, Slice strings, Arena* arena,
                           std::vector<DecodedRowOperation>* operations) {
  Decoder decoder(schema, rows, strings, arena);
  while (!decoder.done()) {
    DecodedRowOperation operation;
    Status status = decoder.Next(&operation);
    if (!status.ok()) return std::move(status).WithContext("row operation " + std::to_string(operations->size()));
    operations->push_back(operation);
  }
  return Status::Ok();
}

}  // namespace engine
