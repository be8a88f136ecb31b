// The other side of a client whose cost is measured without a tablet server: it keeps every request until it is told to
// answer the oldest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "engine/client/meta_cache.h"
#include "engine/client/write_service.h"

namespace engine::scenarios {

// All calls on the one reactor of the client.
class ParkedService final : public WriteService {
 public:
  void Write(const WriteRequest& request, WriteResponse* /*all is well*/, Done done) override {
    parked_.push_back({Digest(request), std::move(done)});
  }

  // Answers the oldest `count` requests, or all there are.
  void Answer(std::size_t count) {
    for (; count > 0 && !parked_.empty(); --count) {
      const Parked oldest = TakeOldest();
      digest_ += oldest.digest;
    }
  }

  // Of the requests answered so far: which tablets got how many rows of what size. A sum, so the order does not matter.
  [[nodiscard]] std::uint64_t digest() const { return digest_; }

 private:
  struct Parked {
    std::uint64_t digest;
    Done done;
  };

  Parked TakeOldest() {
    Parked oldest = std::move(parked_.front());
    parked_.pop_front();
    oldest.done();
    return oldest;
  }

  static std::uint64_t Digest(const WriteRequest& request) {
    std::uint64_t digest = static_cast<std::uint64_t>(request.row_count);
    digest = digest * 1'000'003 + request.operations.rows.size();
    digest = digest * 1'000'003 + request.operations.strings.size();
    for (const char letter : request.tablet_id) digest = digest * 1'000'003 + static_cast<unsigned char>(letter);
    return digest;
  }

  std::deque<Parked> parked_;
  std::uint64_t digest_ = 0;
};

// Says of every tablet of a table that it is with one service.
class OneServerLocator final : public TabletLocator {
 public:
  explicit OneServerLocator(WriteService* server) : server_(server) {}

  void Locate(const Table& table, Slice, Found found) override {
    const std::vector<std::string> starts = table.partitions().TabletStarts();
    std::vector<TabletLocation> locations;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      locations.push_back({.tablet_id = table.name() + "." + std::to_string(i),
                           .start = starts[i],
                           .end = i + 1 < starts.size() ? starts[i + 1] : std::string(),
                           .server = server_});
    }
    found(Status::Ok(), std::move(locations));
  }

 private:
  WriteService* server_;
};

}  // namespace engine::scenarios
