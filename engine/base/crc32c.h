// CRC-32C (Castagnoli), the checksum of every record the engine writes. ISA-L computes it and picks the fastest way the
// CPU has (carry-less multiplication, the crc32 instruction, or a table).
#pragma once

#include <cstdint>

#include "engine/base/slice.h"

namespace engine::crc32c {

// The checksum of what `crc` is the checksum of, followed by `bytes`: Extend(Value(a), b) == Value(ab).
std::uint32_t Extend(std::uint32_t crc, Slice bytes);

inline std::uint32_t Value(Slice bytes) { return Extend(0, bytes); }

}  // namespace engine::crc32c
