// One row to write, made by the user and handed over to a session. On the heap with its row and its strings, four
// blocks a row with the in-flight op that the client adds: that is the company in which the client's structures are
// measured.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "engine/client/table.h"
#include "engine/row/op_type.h"
#include "engine/row/partial_row.h"
#include "engine/row/row_operations.h"

namespace engine {

class WriteOp {
 public:
  virtual ~WriteOp() = default;
  [[nodiscard]] virtual OpType type() const = 0;

  [[nodiscard]] PartialRow& row() { return row_; }
  [[nodiscard]] const PartialRow& row() const { return row_; }
  [[nodiscard]] const Table& table() const { return *table_; }
  [[nodiscard]] const std::shared_ptr<const Table>& shared_table() const { return table_; }

  // What the row takes up in a session's buffer. Asked again and again, so it is computed once; the row must not change
  // after the first call.
  [[nodiscard]] std::int64_t BufferBytes() const {
    if (buffer_bytes_ == 0) buffer_bytes_ = static_cast<std::int64_t>(EncodedBytes(row_));
    return buffer_bytes_;
  }

 protected:
  explicit WriteOp(std::shared_ptr<const Table> table) : table_(std::move(table)), row_(&table_->schema()) {}

 private:
  std::shared_ptr<const Table> table_;
  PartialRow row_;
  mutable std::int64_t buffer_bytes_ = 0;
};
static_assert(sizeof(WriteOp) == 64);

template <OpType kType>
class TypedWriteOp final : public WriteOp {
 public:
  explicit TypedWriteOp(std::shared_ptr<const Table> table) : WriteOp(std::move(table)) {}
  [[nodiscard]] OpType type() const override { return kType; }
};

using InsertOp = TypedWriteOp<OpType::kInsert>;
using UpsertOp = TypedWriteOp<OpType::kUpsert>;
using UpdateOp = TypedWriteOp<OpType::kUpdate>;
using DeleteOp = TypedWriteOp<OpType::kDelete>;

}  // namespace engine
