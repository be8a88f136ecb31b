// The name of a block, unique in its store while the block lives. Numbers are given out in ascending order.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace engine {

struct BlockId {
  std::uint64_t value = 0;  // 0 is the null id: no block has it, so a table may use it as a mark

  [[nodiscard]] bool is_null() const { return value == 0; }
  friend auto operator<=>(BlockId, BlockId) = default;
};

// The identity, as at the source: ids are consecutive, so neighbours fill neighbouring buckets and no two collide.
struct BlockIdHash {
  std::size_t operator()(BlockId id) const { return id.value; }
};

}  // namespace engine
