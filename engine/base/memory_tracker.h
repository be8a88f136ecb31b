// Counts the memory of one owner: bytes now, the most there were, the largest single request. Trackers form a chain up
// to the process's, and every change is an atomic addition at each of them (as the source's MemTracker does), so a
// container that reallocates often pays for it here too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace engine {

// Safe for any number of threads. A parent must outlive its children.
class MemoryTracker {
 public:
  explicit MemoryTracker(MemoryTracker* parent = nullptr) : parent_(parent) {}
  MemoryTracker(const MemoryTracker&) = delete;
  MemoryTracker& operator=(const MemoryTracker&) = delete;

  void Consume(std::int64_t bytes) {
    for (MemoryTracker* tracker = this; tracker != nullptr; tracker = tracker->parent_) {
      RaiseTo(&tracker->peak_, tracker->consumption_.fetch_add(bytes, std::memory_order_relaxed) + bytes);
      RaiseTo(&tracker->largest_, bytes);
    }
  }

  void Release(std::int64_t bytes) {
    for (MemoryTracker* tracker = this; tracker != nullptr; tracker = tracker->parent_) {
      tracker->consumption_.fetch_sub(bytes, std::memory_order_relaxed);
    }
  }

  [[nodiscard]] std::int64_t consumption() const { return consumption_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::int64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::int64_t largest() const { return largest_.load(std::memory_order_relaxed); }

 private:
  static void RaiseTo(std::atomic<std::int64_t>* maximum, std::int64_t value) {
    std::int64_t seen = maximum->load(std::memory_order_relaxed);
    while (seen < value && !maximum->compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }

  MemoryTracker* const parent_;
  std::atomic<std::int64_t> consumption_{0};
  std::atomic<std::int64_t> peak_{0};
  std::atomic<std::int64_t> largest_{0};
};

}  // namespace engine
