// What a write asks for with a row. The values are part of the wire format.
#pragma once

#include <cstdint>

namespace engine {

enum class OpType : std::uint8_t {
  kInsert = 1,  // the key must be new
  kUpsert = 2,  // insert, or update what is there
  kUpdate = 3,  // the key must be there; cells that are not set stay
  kDelete = 4,  // the key must be there
};

}  // namespace engine
