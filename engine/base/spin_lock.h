// A lock for critical sections of a few dozen instructions: 4 bytes, no system call when free. While it is taken it
// waits on a plain load (test-and-test-and-set), so waiters share the cache line, and soon gives up the CPU.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace engine {

// Not recursive, not fair. Named as the standard's Lockable, so std::lock_guard and std::scoped_lock take it.
class SpinLock {
 public:
  SpinLock() = default;
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

  void lock() {
    while (!try_lock()) WaitUntilFree();
  }

  [[nodiscard]] bool try_lock() { return taken_.exchange(1, std::memory_order_acquire) == 0; }

  void unlock() { taken_.store(0, std::memory_order_release); }

 private:
  void WaitUntilFree() const {
    // A holder that is running lets go within a few hundred cycles; one that was preempted needs our CPU.
    constexpr int kSpinsBeforeYield = 64;
    for (int spins = 0; taken_.load(std::memory_order_relaxed) != 0; ++spins) {
      if (spins >= kSpinsBeforeYield) {
        std::this_thread::yield();
      } else {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
      }
    }
  }

  std::atomic<std::uint32_t> taken_{0};
};

static_assert(sizeof(SpinLock) == 4);

}  // namespace engine
