// What opening a store found, repaired, and cost.
#pragma once

#include <chrono>
#include <cstdint>

namespace engine {

// Sums over containers. In a store opened for reading only, what would have been repaired is counted and left alone.
struct OpenReport {
  std::int64_t containers = 0;  // in use
  std::int64_t live_blocks = 0;
  std::int64_t dead_blocks = 0;            // whose records were still there
  std::int64_t torn_ends = 0;              // metadata files cut back to their last whole record
  std::int64_t unfinished_containers = 0;  // a crash during their creation left no block: removed
  std::int64_t dead_containers = 0;        // full and without live blocks: removed
  std::int64_t compacted_containers = 0;   // metadata rewritten
  std::int64_t punched_containers = 0;     // deleted blocks' space given back again
  std::chrono::nanoseconds replay_cpu{0};  // reading records, all threads
  std::chrono::nanoseconds merge_cpu{0};   // filling the block map, all threads

  OpenReport& operator+=(const OpenReport& other) {
    containers += other.containers;
    live_blocks += other.live_blocks;
    dead_blocks += other.dead_blocks;
    torn_ends += other.torn_ends;
    unfinished_containers += other.unfinished_containers;
    dead_containers += other.dead_containers;
    compacted_containers += other.compacted_containers;
    punched_containers += other.punched_containers;
    replay_cpu += other.replay_cpu;
    merge_cpu += other.merge_cpu;
    return *this;
  }
};

}  // namespace engine
