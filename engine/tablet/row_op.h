// One row operation of a write, on its way through the tablet: decoded, probed for presence, applied.
#pragma once

#include <cstdint>

#include "engine/row/row_operations.h"
#include "engine/tablet/row_set.h"

namespace engine {

enum class OpResult : std::uint8_t {
  kPending,  // not applied yet
  kApplied,
  kAlreadyPresent,  // an insert of a key that is there
  kNotFound,        // an update or delete of a key that is not
};

struct RowOp {
  DecodedRowOperation operation;
  const KeyProbe* probe = nullptr;  // borrowed from the write's arena, like the key it views

  // Set by BulkCheckPresence. `present_in` is the flushed rowset that holds a live row with this key, or null if none
  // does; it means something only once the op is checked.
  RowSet* present_in = nullptr;
  bool checked_present = false;

  OpResult result = OpResult::kPending;
};

}  // namespace engine
