#include "engine/base/crc32c.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <limits>

namespace engine::crc32c {

std::uint32_t Extend(std::uint32_t crc, Slice bytes) {
  // The library takes an int for the length and leaves the inversions before and after to its caller.
  constexpr std::size_t kMaxStep = std::numeric_limits<int>::max();
  auto* next = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));  // not written to
  std::uint32_t state = ~crc;
  for (std::size_t left = bytes.size(); left > 0;) {
    const std::size_t step = std::min(left, kMaxStep);
    state = crc32_iscsi(next, static_cast<int>(step), state);
    next += step;
    left -= step;
  }
  return ~state;
}

}  // namespace engine::crc32c
