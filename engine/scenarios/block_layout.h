// Which blocks lie in which container: the shape of a store, as the block map's scenarios need it. Pure arithmetic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "engine/fs/block_record.h"
#include "engine/fs/container.h"
#include "harness/model/error.h"
#include "harness/model/parameters.h"

namespace engine::scenarios {

// Ids were given out one after the other, and each writer took a run of them for its container before the next writer
// came. So neighbours in id order mostly belong to other containers, and lie elsewhere in memory.
class BlockLayout {
 public:
  // Of the parameters blocks, containers, run (ids in a row for one container), order (of the runs over the containers:
  // "in_turn" or "shuffled") and deleted_percent.
  explicit BlockLayout(const harness::Parameters& parameters)
      : blocks_(parameters.integer("blocks")),
        run_(parameters.integer("run")),
        deleted_percent_(parameters.integer("deleted_percent")),
        runs_of_(static_cast<std::size_t>(parameters.integer("containers"))) {
    std::vector<std::size_t> container_of((blocks_ + run_ - 1) / run_);
    for (std::size_t run = 0; run < container_of.size(); ++run) container_of[run] = run % runs_of_.size();
    const std::string& order = parameters.text("order");
    if (order == "shuffled") {
      std::shuffle(container_of.begin(), container_of.end(), std::mt19937_64(kSeed));
    } else if (order != "in_turn") {
      throw harness::Error("order=" + order + " is not known; the orders are in_turn and shuffled");
    }
    for (std::size_t run = 0; run < container_of.size(); ++run) {
      runs_of_[container_of[run]].push_back(static_cast<std::int64_t>(run));
    }
  }

  [[nodiscard]] std::size_t containers() const { return runs_of_.size(); }

  // The container's records in the order in which they were written: creations, then deletions. Every block has one
  // byte, in a file-system block of its own.
  template <typename Visit>
  void ForEachRecord(std::size_t container, const Visit& visit) const {
    std::int64_t offset = 0;
    std::uint64_t timestamp_us = kFirstTimestamp;
    ForEachId(container, [&](BlockId id) {
      visit(BlockRecord{BlockOperation::kCreate, id, timestamp_us++, offset, 1});
      offset += kBlockAlignment;
    });
    ForEachId(container, [&](BlockId id) {
      if (IsDeleted(id)) visit(BlockRecord{BlockOperation::kDelete, id, timestamp_us++});
    });
  }

  [[nodiscard]] std::int64_t data_bytes(std::size_t container) const {
    return static_cast<std::int64_t>(runs_of_[container].size()) * run_ * kBlockAlignment;
  }

 private:
  static constexpr std::uint64_t kSeed = 20170907;
  static constexpr std::uint64_t kFirstTimestamp = 1'504'828'250'748'055;  // takes as many bytes as one of today

  template <typename Visit>
  void ForEachId(std::size_t container, const Visit& visit) const {
    for (const std::int64_t run : runs_of_[container]) {
      for (std::int64_t index = run * run_; index < std::min((run + 1) * run_, blocks_); ++index) {
        visit(BlockId{static_cast<std::uint64_t>(index) + 1});
      }
    }
  }

  // Scattered evenly: which blocks die has nothing to do with their neighbours.
  [[nodiscard]] bool IsDeleted(BlockId id) const {
    const std::uint64_t mixed = id.value * 0x9e3779b97f4a7c15u;
    return static_cast<std::int64_t>((mixed >> 32) % 100) < deleted_percent_;
  }

  const std::int64_t blocks_;
  const std::int64_t run_;
  const std::int64_t deleted_percent_;
  std::vector<std::vector<std::int64_t>> runs_of_;  // by container, ascending
};

// The part of a checksum that one live block adds; the sum over all blocks does not depend on their order.
inline std::uint64_t BlockChecksum(const LogBlock& block) {
  const std::uint64_t place = static_cast<std::uint64_t>(block.offset() + block.length());
  return (block.id().value * 0x9e3779b97f4a7c15u) ^ (place * 0xbf58476d1ce4e5b9u);
}

}  // namespace engine::scenarios
