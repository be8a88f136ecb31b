#include "engine/log/append_load.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <thread>
#include <utility>
#include <vector>

namespace engine {

// What became of one writer's batches. The latch of the source, and the first error.
class AppendLoad::Outcome {
 public:
  explicit Outcome(std::uint64_t batches) : missing_(batches) {}

  void Arrive(const Status& status) {
    const std::lock_guard lock(mutex_);
    if (first_error_.ok() && !status.ok()) first_error_ = status;
    if (--missing_ == 0) all_arrived_.notify_one();
  }

  Status Wait() {
    std::unique_lock lock(mutex_);
    all_arrived_.wait(lock, [this] { return missing_ == 0; });
    return first_error_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_arrived_;
  std::uint64_t missing_;
  Status first_error_;
};

Status AppendLoad::Write(int writer) {
  std::mt19937_64 random(shape_.seed + static_cast<std::uint64_t>(writer));
  std::normal_distribution<double> ops(shape_.ops_per_batch, 1.0);
  Outcome outcome(shape_.batches_per_writer);
  for (std::uint64_t left = shape_.batches_per_writer; left > 0; --left) {
    const Status status = AppendOne(static_cast<std::uint64_t>(std::max(1L, std::lround(ops(random)))), &outcome);
    if (!status.ok()) outcome.Arrive(status);  // its callback will not
  }
  return outcome.Wait();
}

Status AppendLoad::AppendOne(std::uint64_t ops, Outcome* outcome) {
  EntryBatch batch;
  const std::lock_guard lock(order_);
  for (; ops > 0; --ops) {
    const std::uint64_t index = ++last_index_;
    batch.AddReplicate(index, PayloadOf(index));
  }
  return log_->AsyncAppend(std::move(batch), [outcome](const Status& status) { outcome->Arrive(status); });
}

Status AppendLoad::WriteAll() {
  std::vector<Status> outcomes(static_cast<std::size_t>(shape_.writers));
  std::vector<std::thread> threads;
  for (int writer = 0; writer < shape_.writers; ++writer) {
    threads.emplace_back([this, writer, &outcomes] { outcomes[static_cast<std::size_t>(writer)] = Write(writer); });
  }
  for (std::thread& thread : threads) thread.join();
  const auto failed = std::find_if(outcomes.begin(), outcomes.end(), [](const Status& status) { return !status.ok(); });
  return failed == outcomes.end() ? Status::Ok() : *failed;
}

std::uint64_t AppendLoad::last_index() const {
  const std::lock_guard lock(order_);
  return last_index_;
}

std::string AppendLoad::PayloadOf(std::uint64_t index) {
  // About the size of the source's row, whose value is the same text for all: an encoded insert of a few columns.
  return "key=" + std::to_string(index * 0x9e3779b97f4a7c15u) + " value=a row for the log to keep until it is flushed";
}

}  // namespace engine
