// fs/block_map: the blocks of all containers enter the store's block map, one container after the other.
//
// What hurts it: a table that copies its entries whenever a group of them changes. Each copy counts a reference up,
// each destruction one down, in the block that the entry points to, and the blocks of neighbouring ids belong to
// different containers, so they lie far apart. At a million blocks (48 MB of them) that is a cache miss now and then,
// at eleven million it is one every time.
//
// Unit of work: a block. The containers' own maps are built once a launch, by the code that replays their records, so
// that blocks lie in memory as they do after a real replay; the merge alone is timed. What was merged is taken out
// again between iterations, while the clock stands still.
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/memory_tracker.h"
#include "engine/fs/block_map.h"
#include "engine/fs/container_replay.h"
#include "engine/scenarios/block_layout.h"
#include "engine/scenarios/memory_available.h"
#include "engine/scenarios/reported.h"
#include "harness/measure/meters.h"
#include "harness/measure/registry.h"
#include "harness/model/error.h"

namespace engine::scenarios {
namespace {

using harness::Parameters;
using harness::Preset;
using harness::Role;
using harness::measure::Body;

// A block (64 with the allocator's share), its entry in its container's map (44), and its share of the most generous of
// the store's maps at the height of its growth (up to 80).
constexpr std::int64_t kBytesPerBlock = 200;

// What the heap has handed out, in mapped pieces too: a large array is one of those.
std::int64_t HeapBytes() {
  const struct mallinfo2 heap = mallinfo2();
  return static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
}

// The containers of a store whose records have been replayed.
class ReplayedContainers {
 public:
  explicit ReplayedContainers(const Parameters& parameters) {
    RefuseIfMemoryIsShort("fs/block_map with " + to_string(parameters), parameters.integer("blocks") * kBytesPerBlock);
    const BlockLayout layout(parameters);
    for (std::size_t container = 0; container < layout.containers(); ++container) {
      RecordReplayer replayer(nullptr, layout.data_bytes(container));
      layout.ForEachRecord(container, [&](const BlockRecord& record) {
        if (!replayer.Apply(record).ok()) throw harness::Error("the scenario's own records are malformed");
      });
      blocks_.push_back(std::move(replayer.result().blocks));
      live_count_ += static_cast<std::int64_t>(blocks_.back().size());
    }
  }

  // They keep their references, so they can be merged again and again.
  void MergeInto(BlockMap* map) {
    for (ContainerBlocks& blocks : blocks_) map->Merge(&blocks, Fill::kCopy);
  }

  [[nodiscard]] std::int64_t live_count() const { return live_count_; }

 private:
  std::vector<ContainerBlocks> blocks_;
  std::int64_t live_count_ = 0;
};

std::uint64_t Checksum(const BlockMap& map) {
  std::uint64_t sum = map.size();
  map.ForEach([&sum](const BlockRef& block) { sum += BlockChecksum(*block); });
  return sum;
}

// Totals over a batch's iterations.
struct Memory {
  std::int64_t bytes = 0;
  std::int64_t peak_bytes = 0;
  std::int64_t largest_bytes = 0;
  std::int64_t heap_bytes = 0;

  void Report(benchmark::State& state) const {
    using harness::measure::report_metric;
    report_metric(state, "bytes_per_entry", static_cast<double>(bytes));
    report_metric(state, "peak_bytes_per_entry", static_cast<double>(peak_bytes));
    report_metric(state, "largest_allocation_bytes_per_entry", static_cast<double>(largest_bytes));
    report_metric(state, "heap_bytes_per_entry", static_cast<double>(heap_bytes));
  }
};

// A process tracker above the map's, as at the source: each is told of every allocation.
class MergeFixture {
 public:
  MergeFixture(const BlockMapVariant& variant, const Parameters& parameters)
      : variant_(variant), containers_(parameters) {}

  void Run(benchmark::State& state) {
    Memory memory;
    std::uint64_t checksum = 0;
    for (auto _ : harness::measure::metered(state)) {
      state.PauseTiming();
      const std::int64_t heap_before = HeapBytes();
      MemoryTracker tracker(&process_);
      std::unique_ptr<BlockMap> map = variant_.make(&tracker);
      state.ResumeTiming();

      containers_.MergeInto(map.get());

      state.PauseTiming();
      memory.heap_bytes += HeapBytes() - heap_before;
      memory.bytes += tracker.consumption();
      memory.peak_bytes += tracker.peak();
      memory.largest_bytes += tracker.largest();
      checksum = Checksum(*map);
      map.reset();
      state.ResumeTiming();
    }
    state.SetItemsProcessed(state.iterations() * containers_.live_count());
    memory.Report(state);
    harness::measure::report_checksum(state, checksum);
  }

 private:
  const BlockMapVariant& variant_;
  MemoryTracker process_;
  ReplayedContainers containers_;
};

struct MergeVariant {
  std::string_view block_map;  // its name too
  Role role;
};

constexpr MergeVariant kVariants[] = {
    {kBlockMapBefore, Role::Before},
    {kBlockMapAfter, Role::After},
    {"paged", Role::Beyond},
    {"paged-16-shards", Role::Beyond},
    {"google::sparse_hash_map-raw-pointer", Role::Ablation},
    {"sparse-move-exact", Role::Ablation},
    {"sparse-copy-slack", Role::Ablation},
    {"sparse-copy-exact-48-80", Role::Control},
    {"absl::flat_hash_map", Role::Control},
    {"tsl::hopscotch_map", Role::Control},
    {"std::unordered_map", Role::Control},
};

harness::measure::MakeBody Merge(const MergeVariant& variant) {
  return [&variant](const Parameters& parameters) -> Body {
    const BlockMapVariant& block_map = *FindBlockMapVariant(variant.block_map);
    auto fixture = std::make_shared<MergeFixture>(block_map, parameters);
    return [fixture](benchmark::State& state) { fixture->Run(state); };
  };
}

harness::ParameterPoint Point(std::int64_t blocks, std::int64_t containers, const char* order,
                              std::int64_t deleted_percent, std::vector<Preset> presets) {
  return {.parameters = {{"blocks", blocks},
                         {"containers", containers},
                         {"run", std::int64_t{16}},
                         {"order", order},
                         {"deleted_percent", deleted_percent}},
          .presets = std::move(presets)};
}

harness::measure::RegisteredScenario Describe() {
  harness::measure::RegisteredScenario scenario{
      .description = {.name = "fs/block_map",
                      .summary = "Merges the blocks of all containers into the store's block map.",
                      .unit_of_work = "block",
                      .metric = std::string(harness::kCpuTime),
                      .metrics = {{"bytes_per_entry", "bytes"},
                                  {"peak_bytes_per_entry", "bytes"},
                                  {"largest_allocation_bytes_per_entry", "bytes"},
                                  {"heap_bytes_per_entry", "bytes"}},
                      .points = {Point(20'000, 40, "in_turn", 0, {Preset::Smoke}),
                                 Point(100'000, 200, "in_turn", 0, {Preset::Quick}),
                                 Point(1'000'000, 2'000, "in_turn", 0, {Preset::Standard, Preset::Full}),
                                 Point(1'000'000, 2'000, "shuffled", 0, {Preset::Standard, Preset::Full}),
                                 Point(1'000'000, 2'000, "in_turn", 90, {Preset::Standard, Preset::Full}),
                                 Point(1'000'000, 1, "in_turn", 0, {Preset::Standard, Preset::Full}),
                                 Point(11'000'000, 4'000, "in_turn", 0, {Preset::Full})},
                      .reported = reported("fs/block_map")}};
  for (const MergeVariant& variant : kVariants) {
    scenario.description.variants.push_back({std::string(variant.block_map), variant.role});
    scenario.bodies.push_back(Merge(variant));
  }
  return scenario;
}

const harness::measure::Registered registered = harness::measure::register_scenario(Describe());

}  // namespace
}  // namespace engine::scenarios
