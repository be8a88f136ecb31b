// The hash of an encoded key: hash partitions and bloom filters use it. The same on every machine and in every process,
// because a row must find its tablet again.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/base/slice.h"

namespace engine {

// FNV-1a over eight bytes at a time, then the finaliser of MurmurHash3, which spreads every input bit over all 64.
inline std::uint64_t HashKey(Slice key) {
  constexpr std::uint64_t kFnvOffset = 0xcbf29ce484222325;
  constexpr std::uint64_t kFnvPrime = 0x100000001b3;
  std::uint64_t hash = kFnvOffset ^ key.size();
  const char* bytes = key.data();
  std::size_t left = key.size();
  for (; left >= sizeof(hash); left -= sizeof(hash), bytes += sizeof(hash)) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof(word));
    hash = (hash ^ word) * kFnvPrime;
  }
  for (; left > 0; --left, ++bytes) hash = (hash ^ static_cast<unsigned char>(*bytes)) * kFnvPrime;
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccd;
  hash ^= hash >> 33;
  hash *= 0xc4ceb9fe1a85ec53;
  hash ^= hash >> 33;
  return hash;
}

}  // namespace engine
