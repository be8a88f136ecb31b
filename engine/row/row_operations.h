// The wire format of row operations, which the client writes and the tablet reads. `rows` holds one operation after the
// other, without padding:
//
//   type     1 byte     OpType
//   is_set   1 bit a column, in whole bytes
//   is_null  the same; absent when the schema has no nullable column
//   cells    of the columns that are set and not null: 4 or 8 bytes little-endian, or for a string its offset into
//            `strings` and its length, 8 bytes each
//
// and `strings` the bytes of the strings, one after the other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/arena.h"
#include "engine/base/slice.h"
#include "engine/base/status.h"
#include "engine/row/op_type.h"
#include "engine/row/partial_row.h"
#include "engine/row/schema.h"

namespace engine {

struct RowOperations {
  std::string rows;
  std::string strings;
};

void AppendRowOperation(OpType type, const PartialRow& row, RowOperations* to);

// The bytes that AppendRowOperation would append to both strings. An int64 key, an int32 and a string of 32 bytes: 63.
std::size_t EncodedBytes(const PartialRow& row);

struct DecodedRowOperation {
  OpType type = OpType::kInsert;
  const std::uint8_t* is_set = nullptr;  // bitmap, in the arena
  const std::uint8_t* row = nullptr;     // schema.row_bytes() in the arena: cells and null bitmap; unset cells are null
};

// Decodes all operations; bitmaps and cells go to `arena`, string cells point into `strings`. A malformed request, a
// row without its key, and an insert that leaves out a column that cannot be null are refused as a whole: Corruption or
// InvalidArgument, with the operation's number.
Status DecodeRowOperations(const Schema& schema, Slice rows, Slice strings, Arena* arena,
                           std::vector<DecodedRowOperation>* operations);

}  // namespace engine
