// A queue of numbers in a fixed ring: the code under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ring {

class Ring {
 public:
  explicit Ring(std::size_t capacity) : slots_(capacity) {}  // a power of two

  void push(std::uint64_t value) { slots_[last_++ & (slots_.size() - 1)] = value; }
  std::uint64_t pop() { return slots_[first_++ & (slots_.size() - 1)]; }

 private:
  std::vector<std::uint64_t> slots_;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
};

}  // namespace ring
