// How long the seeded random tests run: a few operations by default, so that the whole suite takes seconds, and as many
// as ENGINE_FUZZ_OPERATIONS says where there is time (10 million is the full dose).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace engine {

inline std::uint64_t FuzzOperations(std::uint64_t by_default) {
  const char* const asked = std::getenv("ENGINE_FUZZ_OPERATIONS");
  return asked == nullptr ? by_default : std::stoull(asked);
}

}  // namespace engine
