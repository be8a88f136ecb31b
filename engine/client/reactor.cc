#include "engine/client/reactor.h"

#include <pthread.h>

#include <ctime>
#include <utility>

namespace engine {

Reactor::Reactor() : thread_([this] { Run(); }) {}

Reactor::~Reactor() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Reactor::Post(Task task) {
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

void Reactor::PostAfter(Clock::duration delay, Task task) {
  {
    std::lock_guard lock(mutex_);
    timers_.push({Clock::now() + delay, timers_posted_++, std::move(task)});
  }
  wake_.notify_one();
}

std::int64_t Reactor::cpu_time_ns() {
  clockid_t clock;
  timespec time{};
  if (pthread_getcpuclockid(thread_.native_handle(), &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void Reactor::Run() {
  for (std::vector<Task> tasks = TakeTasks(); !tasks.empty(); tasks = TakeTasks()) {
    for (Task& task : tasks) {
      task();
      task = nullptr;  // what a task owns goes before the next one runs
    }
  }
}

std::vector<Reactor::Task> Reactor::TakeTasks() {
  std::unique_lock lock(mutex_);
  for (;;) {
    std::vector<Task> tasks = std::exchange(tasks_, {});
    TakeDueTimers(&tasks);
    if (!tasks.empty() || ending_) return tasks;
    if (timers_.empty()) {
      wake_.wait(lock);
    } else {
      const Clock::time_point due = timers_.top().due;  // a copy: timers move when one is posted meanwhile
      wake_.wait_until(lock, due);
    }
  }
}

void Reactor::TakeDueTimers(std::vector<Task>* tasks) {
  while (!timers_.empty() && timers_.top().due <= Clock::now()) {
    tasks->push_back(std::move(timers_.top().task));
    timers_.pop();
  }
}

}  // namespace engine
