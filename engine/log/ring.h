// A first-in-first-out ring of elements in one piece of memory. Reserved at construction; doubles when it is full, so
// that a queue whose elements differ in size never has to refuse one for lack of a slot. Not thread-safe.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

namespace engine {

template <typename T>
class Ring {
 public:
  // Ensures: the first `slots` elements (rounded up to a power of two) need no allocation.
  explicit Ring(std::size_t slots = 1) : slots_(std::bit_ceil(slots)), memory_(allocator_.allocate(slots_)) {}
  ~Ring() {
    clear();
    allocator_.deallocate(memory_, slots_);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t slots() const { return slots_; }

  template <typename... Args>
  void emplace_back(Args&&... args) {
    if (size_ == slots_) grow();
    std::construct_at(slot(size_), std::forward<Args>(args)...);
    ++size_;
  }

  // Requires: !empty().
  T& front() { return *slot(0); }
  void pop_front() {
    std::destroy_at(slot(0));
    first_ = (first_ + 1) & (slots_ - 1);
    --size_;
  }

  void clear() {
    while (!empty()) pop_front();
  }

  void swap(Ring& other) noexcept {
    std::swap(slots_, other.slots_);
    std::swap(memory_, other.memory_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
  }

 private:
  T* slot(std::size_t index) { return memory_ + ((first_ + index) & (slots_ - 1)); }

  void grow() {
    Ring larger(slots_ * 2);
    for (; !empty(); pop_front()) larger.emplace_back(std::move(front()));
    swap(larger);
  }

  [[no_unique_address]] std::allocator<T> allocator_;
  std::size_t slots_;      // a power of two
  T* memory_;              // slots_ slots, size_ of them alive
  std::size_t first_ = 0;  // slot of the front
  std::size_t size_ = 0;
};

}  // namespace engine
