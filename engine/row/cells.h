// Reading and writing the cells and bitmaps of a row, which lie at any address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/base/slice.h"

namespace engine {

template <class Cell>
Cell LoadCell(const std::uint8_t* cell) {
  Cell value;
  std::memcpy(&value, cell, sizeof(value));
  return value;
}

template <class Cell>
void StoreCell(std::uint8_t* cell, Cell value) {
  std::memcpy(cell, &value, sizeof(value));
}

inline bool BitmapTest(const std::uint8_t* bitmap, std::size_t bit) { return (bitmap[bit / 8] >> (bit % 8) & 1) != 0; }
inline void BitmapSet(std::uint8_t* bitmap, std::size_t bit) {
  bitmap[bit / 8] = static_cast<std::uint8_t>(bitmap[bit / 8] | 1u << (bit % 8));
}
inline void BitmapClear(std::uint8_t* bitmap, std::size_t bit) {
  bitmap[bit / 8] = static_cast<std::uint8_t>(bitmap[bit / 8] & ~(1u << (bit % 8)));
}

}  // namespace engine
