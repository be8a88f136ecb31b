// The other side of a client in tests: it keeps requests until the test answers them, in any order and with any errors,
// and a locator that can be made to wait or to fail.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/client/meta_cache.h"
#include "engine/client/table.h"
#include "engine/client/write_op.h"
#include "engine/client/write_service.h"

namespace engine {

// Any thread.
class ScriptedService final : public WriteService {
 public:
  void Write(const WriteRequest& request, WriteResponse* response, Done done) override {
    std::lock_guard lock(mutex_);
    requests_.push_back({request, response, std::move(done)});
    arrived_.notify_all();
  }

  // Waits until `count` requests have come in all, answered or not, and gives the i-th.
  WriteRequest WaitForRequest(std::size_t index) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return requests_.size() > index; });
    return requests_[index].request;
  }

  void Answer(std::size_t index, WriteResponse response = {}) {
    (void)WaitForRequest(index);
    Done done;
    {
      std::lock_guard lock(mutex_);
      *requests_[index].response = std::move(response);
      done = std::move(requests_[index].done);
    }
    done();
  }

  [[nodiscard]] std::size_t request_count() {
    std::lock_guard lock(mutex_);
    return requests_.size();
  }

 private:
  struct Request {
    WriteRequest request;
    WriteResponse* response;
    Done done;
  };

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Request> requests_;
};

// Answers at once while `held` is null; otherwise keeps what it would say there, for the test to say.
class ScriptedLocator final : public TabletLocator {
 public:
  explicit ScriptedLocator(WriteService* server) : server_(server) {}

  using Held = std::vector<std::pair<Found, std::string>>;  // with the partition key that was asked for

  void Locate(const Table& table, Slice partition_key, Found found) override {
    if (held != nullptr) {
      held->emplace_back(std::move(found), std::string(partition_key.view()));
    } else {
      found(Status(failure), failure.ok() ? AllTablets(table) : std::vector<TabletLocation>());
    }
  }

  [[nodiscard]] std::vector<TabletLocation> AllTablets(const Table& table) const {
    const std::vector<std::string> starts = table.partitions().TabletStarts();
    std::vector<TabletLocation> tablets;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      tablets.push_back({table.name() + "." + std::to_string(i), starts[i],
                         i + 1 < starts.size() ? starts[i + 1] : std::string(), server_});
    }
    return tablets;
  }

  Held* held = nullptr;
  Status failure;

 private:
  WriteService* server_;
};

inline std::shared_ptr<const Table> TestTable(std::uint32_t tablets) {
  return std::make_shared<const Table>(
      "t", Schema({{"key", ColumnType::kInt64}, {"text", ColumnType::kString, Nullability::kNullable}}, 1),
      PartitionSchema(tablets));
}

// 11 bytes in a session's buffer.
inline std::unique_ptr<WriteOp> TestInsert(const std::shared_ptr<const Table>& table, std::int64_t key) {
  auto op = std::make_unique<InsertOp>(table);
  op->row().SetInt64(0, key);
  return op;
}

inline constexpr std::int64_t kTestInsertBytes = 11;

}  // namespace engine
