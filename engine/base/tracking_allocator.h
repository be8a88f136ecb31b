// A standard allocator that tells a MemoryTracker of every byte.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>

#include "engine/base/memory_tracker.h"

namespace engine {

// The tracker must outlive every container that uses it. Copies, and rebound copies, share the tracker and are equal.
template <typename T>
class TrackingAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  using is_always_equal = std::false_type;

  // The types that C++20 dropped from the standard and google::sparse_hash_map 2.0.3 still asks for.
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <typename U>
  struct rebind {
    using other = TrackingAllocator<U>;
  };

  explicit TrackingAllocator(MemoryTracker* tracker) : tracker_(tracker) {}
  template <typename U>
  TrackingAllocator(const TrackingAllocator<U>& other) : tracker_(other.tracker()) {}  // NOLINT: a rebound copy

  [[nodiscard]] T* allocate(std::size_t count) {
    T* const memory = std::allocator<T>().allocate(count);
    tracker_->Consume(static_cast<std::int64_t>(count * sizeof(T)));
    return memory;
  }
  void deallocate(T* memory, std::size_t count) {
    tracker_->Release(static_cast<std::int64_t>(count * sizeof(T)));
    std::allocator<T>().deallocate(memory, count);
  }
  [[nodiscard]] std::size_t max_size() const { return std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T); }

  [[nodiscard]] MemoryTracker* tracker() const { return tracker_; }

  template <typename U>
  friend bool operator==(const TrackingAllocator& left, const TrackingAllocator<U>& right) {
    return left.tracker() == right.tracker();
  }

 private:
  MemoryTracker* tracker_;
};

}  // namespace engine
