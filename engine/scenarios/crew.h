// Threads that a scenario keeps for its whole launch, so that no batch pays for starting any. Between shifts they wait
// on a condition variable; nobody spins.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::scenarios {

class Crew {
 public:
  // One thread per member; each shift every member does its job once.
  explicit Crew(std::vector<std::function<void()>> jobs) {
    for (std::function<void()>& job : jobs) threads_.emplace_back([this, job = std::move(job)] { Serve(job); });
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    shift_begins_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Starts all members at once; returns when the last is done. What they wrote is visible to the caller.
  void WorkOneShift() {
    std::unique_lock lock(mutex_);
    ++shift_;
    still_working_ = threads_.size();
    shift_begins_.notify_all();
    shift_ends_.wait(lock, [this] { return still_working_ == 0; });
  }

 private:
  void Serve(const std::function<void()>& job) {
    std::uint64_t last_shift = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      shift_begins_.wait(lock, [&] { return is_over_ || shift_ != last_shift; });
      if (is_over_) return;
      last_shift = shift_;
      lock.unlock();
      job();
      lock.lock();
      if (--still_working_ == 0) shift_ends_.notify_one();
    }
  }

  std::mutex mutex_;  // guards the four below
  std::uint64_t shift_ = 0;
  std::size_t still_working_ = 0;
  bool is_over_ = false;
  std::condition_variable shift_begins_;
  std::condition_variable shift_ends_;
  std::vector<std::thread> threads_;  // last: they use what stands above
};

}  // namespace engine::scenarios
