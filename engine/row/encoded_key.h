// Encodes primary keys so that memcmp orders the bytes as the values order: integers are big-endian with the sign bit
// flipped; a string that is not the last column is escaped (0x00 becomes 0x00 0x01) and ended by 0x00 0x00; a string
// that is the last column stands as it is. A composite key is its columns one after the other.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/slice.h"
#include "engine/row/schema.h"

namespace engine {

inline constexpr std::size_t kEncodedInt64Size = sizeof(std::int64_t);

// Writes kEncodedInt64Size bytes to `bytes`.
void EncodeInt64(std::int64_t value, char* bytes);

// Appends the columns of one key in schema order; `key` must stay alive until the last call.
class KeyEncoder {
 public:
  explicit KeyEncoder(std::string* key) : key_(key) {}

  KeyEncoder& AppendInt32(std::int32_t value);
  KeyEncoder& AppendInt64(std::int64_t value);
  KeyEncoder& AppendString(Slice value);      // a column that others follow
  KeyEncoder& AppendLastString(Slice value);  // the last column of the key

 private:
  std::string* key_;
};

// Appends the primary key of a row that is laid out by `schema`.
void EncodeRowKey(const Schema& schema, const std::uint8_t* row, std::string* key);

}  // namespace engine
