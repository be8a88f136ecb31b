// A client under load, as a fixture: generator threads fill batchers row by row while one reactor thread answers the
// oldest and destroys their ops. 16 batchers are live, as with 8 sessions of two: by the time an op is erased, its
// memory has long left the caches, and it was another thread that took it from the allocator.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/allocation_count.h"
#include "engine/client/session.h"
#include "engine/scenarios/crew.h"
#include "engine/scenarios/parked_service.h"

namespace engine::scenarios {

struct ClientLoadShape {
  std::int64_t ops;  // of one batcher
  int generators;
};

template <class Policy>
class ClientLoad {
 public:
  explicit ClientLoad(ClientLoadShape shape)
      : shape_(shape), locator_(&service_), client_(&locator_, 1), crew_(Jobs()) {
    for (int i = 0; i < shape_.generators; ++i) {
      sessions_.push_back(Session<Policy>::Make(
          &client_, {.flush_mode = FlushMode::kManual, .buffer_bytes = kUnlimitedBytes, .max_batchers = 0}));
    }
    while (live_batchers_ + 2 * shape_.generators <= kLiveBatchers) Fill();
  }

  ~ClientLoad() {
    reactor()->Post([this] { service_.Answer(SIZE_MAX); });
    Settle();
  }

  // Every generator fills and flushes a batcher, while the reactor answers as many of the oldest.
  void Run() {
    const std::size_t requests = static_cast<std::size_t>(shape_.generators) * kTablets;
    reactor()->Post([this, requests] { service_.Answer(requests); });
    Fill();
    live_batchers_ -= shape_.generators;
    Settle();
  }

  [[nodiscard]] std::int64_t ops_per_run() const { return shape_.ops * shape_.generators; }
  [[nodiscard]] std::int64_t live_ops() const { return shape_.ops * kLiveBatchers; }
  [[nodiscard]] std::int64_t reactor_cpu_time_ns() { return reactor()->cpu_time_ns(); }

  // Calls of operator new on the generator threads so far.
  [[nodiscard]] std::uint64_t allocations() const { return allocations_; }

  // Grows by the same amount with every run, whatever the policy: what was asked of tablets, which flushes succeeded.
  [[nodiscard]] std::uint64_t digest() const { return service_.digest() + flushed_; }

 private:
  static constexpr int kLiveBatchers = 16;
  static constexpr int kTablets = 8;
  static constexpr std::int64_t kUnlimitedBytes = std::int64_t{1} << 40;
  static constexpr std::size_t kStringBytes = 32;

  std::vector<std::function<void()>> Jobs() {
    std::vector<std::function<void()>> jobs;
    for (int i = 0; i < shape_.generators; ++i) jobs.push_back([this, i] { FillBatcher(static_cast<std::size_t>(i)); });
    return jobs;
  }

  void Fill() {
    crew_.WorkOneShift();
    live_batchers_ += shape_.generators;
  }

  // The same rows every time, so that each batcher asks the same of the tablets.
  void FillBatcher(std::size_t generator) {
    const std::int64_t first_key = static_cast<std::int64_t>(generator) * shape_.ops;
    Session<Policy>& session = *sessions_[generator];
    const std::uint64_t allocations = AllocationsOfThisThread();
    std::string text;
    for (std::int64_t key = first_key; key < first_key + shape_.ops; ++key) {
      auto op = std::make_unique<InsertOp>(table_);
      op->row().SetInt64(0, key);
      op->row().SetInt32(1, static_cast<std::int32_t>(key));
      WriteText(key, &text);
      op->row().SetStringCopy(2, text);
      FatalUnless(session.Apply(std::move(op)).ok(), "a row was refused");
    }
    session.FlushAsync([this](const Status& status) { flushed_ += status.ok() ? 1 : 0; });
    allocations_ += AllocationsOfThisThread() - allocations;
  }

  // The value and a point, padded to a constant length, as the load generator writes them.
  static void WriteText(std::int64_t value, std::string* text) {
    text->assign(std::to_string(value)).append(".");
    text->resize(kStringBytes, 'x');
  }

  Reactor* reactor() { return client_.reactor_of(&service_); }

  // Waits until the reactor has sent what was flushed, given the answers that are due, and dealt with them: an answer
  // is a task that posts a task.
  void Settle() {
    for (int round = 0; round < 2; ++round) {
      std::promise<void> reached;
      reactor()->Post([&] { reached.set_value(); });
      reached.get_future().wait();
    }
  }

  const ClientLoadShape shape_;
  std::shared_ptr<const Table> table_ =
      std::make_shared<const Table>("load",
                                    Schema({{"key", ColumnType::kInt64},
                                            {"int_val", ColumnType::kInt32, Nullability::kNullable},
                                            {"string_val", ColumnType::kString, Nullability::kNullable}},
                                           1),
                                    PartitionSchema(kTablets));
  ParkedService service_;
  OneServerLocator locator_;
  Client client_;
  std::vector<std::shared_ptr<Session<Policy>>> sessions_;
  std::atomic<std::uint64_t> flushed_ = 0;
  std::atomic<std::uint64_t> allocations_ = 0;
  int live_batchers_ = 0;
  Crew crew_;  // last: its threads use what stands above
};

}  // namespace engine::scenarios
