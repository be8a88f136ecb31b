// How integers become bytes: fixed width little-endian, or varint (seven bits a byte, the high bit says that more
// follow). Encoders append to a string; decoders take from the front of a slice and leave it untouched on failure.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "engine/base/slice.h"

namespace engine {

inline constexpr std::size_t kMaxVarint64Bytes = 10;  // 64 bits in sevens

inline void EncodeFixed32(char* to, std::uint32_t value) {
  for (int byte = 0; byte < 4; ++byte) to[byte] = static_cast<char>(value >> (8 * byte));
}

inline void EncodeFixed64(char* to, std::uint64_t value) {
  for (int byte = 0; byte < 8; ++byte) to[byte] = static_cast<char>(value >> (8 * byte));
}

inline std::uint32_t DecodeFixed32(const char* from) {
  std::uint32_t value = 0;
  for (int byte = 0; byte < 4; ++byte) value |= std::uint32_t{static_cast<unsigned char>(from[byte])} << (8 * byte);
  return value;
}

inline std::uint64_t DecodeFixed64(const char* from) {
  std::uint64_t value = 0;
  for (int byte = 0; byte < 8; ++byte) value |= std::uint64_t{static_cast<unsigned char>(from[byte])} << (8 * byte);
  return value;
}

inline void PutFixed32(std::string* to, std::uint32_t value) {
  char bytes[4];
  EncodeFixed32(bytes, value);
  to->append(bytes, sizeof bytes);
}

inline void PutFixed64(std::string* to, std::uint64_t value) {
  char bytes[8];
  EncodeFixed64(bytes, value);
  to->append(bytes, sizeof bytes);
}

// Returns the byte after the last written. Requires: room for kMaxVarint64Bytes.
inline char* EncodeVarint64(char* to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<char>(value | 0x80);
  *to++ = static_cast<char>(value);
  return to;
}

inline void PutVarint64(std::string* to, std::uint64_t value) {
  char bytes[kMaxVarint64Bytes];
  to->append(bytes, static_cast<std::size_t>(EncodeVarint64(bytes, value) - bytes));
}

// The bytes, with their length as a varint in front.
inline void PutLengthPrefixed(std::string* to, Slice bytes) {
  PutVarint64(to, bytes.size());
  to->append(bytes.data(), bytes.size());
}

[[nodiscard]] inline bool TakeBytes(Slice* from, std::size_t size, Slice* bytes) {
  if (from->size() < size) return false;
  *bytes = Slice(from->data(), size);
  *from = Slice(from->data() + size, from->size() - size);
  return true;
}

[[nodiscard]] inline bool TakeFixed32(Slice* from, std::uint32_t* value) {
  Slice bytes;
  if (!TakeBytes(from, 4, &bytes)) return false;
  *value = DecodeFixed32(bytes.data());
  return true;
}

[[nodiscard]] inline bool TakeFixed64(Slice* from, std::uint64_t* value) {
  Slice bytes;
  if (!TakeBytes(from, 8, &bytes)) return false;
  *value = DecodeFixed64(bytes.data());
  return true;
}

// False when the varint is cut off or does not fit into 64 bits.
[[nodiscard]] inline bool TakeVarint64(Slice* from, std::uint64_t* value) {
  std::uint64_t result = 0;
  for (std::size_t index = 0; index < from->size() && index < kMaxVarint64Bytes; ++index) {
    const auto byte = static_cast<unsigned char>(from->data()[index]);
    if (index == kMaxVarint64Bytes - 1 && byte > 1) return false;  // only bit 63 is left for the tenth byte
    result |= std::uint64_t{byte & 0x7fu} << (7 * index);
    if ((byte & 0x80) == 0) {
      *from = Slice(from->data() + index + 1, from->size() - index - 1);
      *value = result;
      return true;
    }
  }
  return false;
}

[[nodiscard]] inline bool TakeLengthPrefixed(Slice* from, Slice* bytes) {
  Slice rest = *from;
  std::uint64_t size = 0;
  if (!TakeVarint64(&rest, &size) || !TakeBytes(&rest, size, bytes)) return false;
  *from = rest;
  return true;
}

}  // namespace engine
