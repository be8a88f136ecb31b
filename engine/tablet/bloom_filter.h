// A set of hashes that may say yes wrongly but never no: asked before a key index, so that a key that is not there
// costs one cache line. Blocked: all bits of a key lie in one 64-byte line (Putze, Sanders, Singler 2007).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine {

class BloomFilter {
 public:
  // 10 bits a key and 6 bits set: about 1 % of wrong answers.
  explicit BloomFilter(std::size_t keys) : lines_(keys * kBitsPerKey / kBitsPerLine + 1) {}

  void Add(std::uint64_t hash) {
    Line& line = lines_[LineOf(hash)];
    for (int i = 0; i < kBitsSet; ++i) line[WordOf(hash, i)] |= BitOf(hash, i);
  }

  [[nodiscard]] bool MayContain(std::uint64_t hash) const {
    const Line& line = lines_[LineOf(hash)];
    for (int i = 0; i < kBitsSet; ++i) {
      if ((line[WordOf(hash, i)] & BitOf(hash, i)) == 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kBitsPerKey = 10;
  static constexpr std::size_t kBitsPerLine = 512;
  static constexpr int kBitsSet = 6;
  static constexpr int kBitsPerPosition = 9;  // a position in a line: 3 bits of word, 6 bits of bit

  struct alignas(64) Line : std::array<std::uint64_t, kBitsPerLine / 64> {};

  // The line comes from the upper half of the hash, scaled; the positions from the lower 54 bits.
  [[nodiscard]] std::size_t LineOf(std::uint64_t hash) const {
    return static_cast<std::size_t>(((hash >> 32) * lines_.size()) >> 32);
  }
  static std::size_t WordOf(std::uint64_t hash, int i) { return hash >> (i * kBitsPerPosition) & 7; }
  static std::uint64_t BitOf(std::uint64_t hash, int i) {
    return std::uint64_t{1} << (hash >> (i * kBitsPerPosition + 3) & 63);
  }

  std::vector<Line> lines_;
};

}  // namespace engine
