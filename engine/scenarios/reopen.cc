// fs/reopen: a server opens its block store: it reads every container's records, checks them, and fills the block map.
//
// What hurts it: the block map (see block_map.cc) and two system calls for every record. What the change of the block
// map gains here is what the source saw, since reading and checking are in the time: less than for the map alone, and
// more the more blocks there are. The files are warm in the page cache; no byte of a block is read.
//
// One directory, so one thread: with more of them the opening waits less, but it is not less work.
//
// Unit of work: a live block. The store's files are written once a launch; only the records are real, the data files
// are holes of the right length. Closing the store is not timed.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/temporary_directory.h"
#include "engine/fs/block_store.h"
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

// A block with its entry in the store's map; one container's own maps come on top, and are small.
constexpr std::int64_t kBytesPerBlock = 120;

void Require(Status status) {
  if (!status.ok()) throw harness::Error(status.message());
}

void WriteFile(const std::string& path, Slice contents, std::int64_t size) {
  std::unique_ptr<WritableFile> file;
  Require(WritableFile::Open(path, OpenMode::kCreate, &file));
  Require(file->Append(contents));
  Require(file->Truncate(static_cast<std::uint64_t>(size)));
  Require(file->Close());
}

void WriteContainers(const BlockLayout& layout, std::span<const std::string> directories) {
  for (std::size_t container = 0; container < layout.containers(); ++container) {
    const std::string stem = directories[container % directories.size()] + "/" + std::to_string(container);
    std::string metadata = MetadataHeader();
    layout.ForEachRecord(container, [&](const BlockRecord& record) { AppendBlockRecord(record, &metadata); });
    WriteFile(Container::MetadataPath(stem), metadata, static_cast<std::int64_t>(metadata.size()));
    WriteFile(Container::DataPath(stem), Slice(), layout.data_bytes(container));
  }
}

struct ReopenVariant {
  std::string_view name;
  Role role;
  std::string_view block_map;
  Replay replay = Replay::kRecordByRecord;
};

class ReopenFixture {
 public:
  ReopenFixture(const ReopenVariant& variant, const Parameters& parameters) {
    RefuseIfMemoryIsShort("fs/reopen with " + to_string(parameters), parameters.integer("blocks") * kBytesPerBlock);
    for (std::int64_t directory = 0; directory < parameters.integer("directories"); ++directory) {
      options_.directories.push_back(directory_.path() + "/" + std::to_string(directory));
      Require(CreateDirectory(options_.directories.back()));
    }
    WriteContainers(BlockLayout(parameters), options_.directories);
    options_.block_map = FindBlockMapVariant(variant.block_map);
    options_.recovery.replay = variant.replay;
    options_.memory = &process_;
  }

  void Run(benchmark::State& state) {
    OpenReport total;
    std::uint64_t checksum = 0;
    for (auto _ : harness::measure::metered(state)) {
      std::unique_ptr<BlockStore> store;
      OpenReport report;
      Require(BlockStore::Open(options_, &store, &report));
      state.PauseTiming();
      total += report;
      checksum = Checksum(*store);
      store.reset();
      state.ResumeTiming();
    }
    state.SetItemsProcessed(total.live_blocks);
    harness::measure::report_metric(state, "replay_cpu_time", static_cast<double>(total.replay_cpu.count()));
    harness::measure::report_metric(state, "merge_cpu_time", static_cast<double>(total.merge_cpu.count()));
    harness::measure::report_checksum(state, checksum);
  }

 private:
  static std::uint64_t Checksum(const BlockStore& store) {
    std::uint64_t sum = store.next_id().value;
    store.map().ForEach([&sum](const BlockRef& block) { sum += BlockChecksum(*block); });
    return sum;
  }

  TemporaryDirectory directory_;
  MemoryTracker process_;
  BlockStoreOptions options_;
};

constexpr ReopenVariant kVariants[] = {
    {"google::sparse_hash_map", Role::Before, kBlockMapBefore},
    {"sparse-move", Role::After, kBlockMapAfter},
    {"sparse-move-whole-file", Role::Beyond, kBlockMapAfter, Replay::kWholeFile},
    {"paged-whole-file", Role::Beyond, "paged", Replay::kWholeFile},
};

harness::measure::MakeBody Reopen(const ReopenVariant& variant) {
  return [&variant](const Parameters& parameters) -> Body {
    auto fixture = std::make_shared<ReopenFixture>(variant, parameters);
    return [fixture](benchmark::State& state) { fixture->Run(state); };
  };
}

harness::ParameterPoint Point(std::int64_t blocks, std::int64_t containers, std::int64_t deleted_percent,
                              std::vector<Preset> presets) {
  return {.parameters = {{"blocks", blocks},
                         {"containers", containers},
                         {"directories", std::int64_t{1}},
                         {"run", std::int64_t{16}},
                         {"order", "in_turn"},
                         {"deleted_percent", deleted_percent}},
          .presets = std::move(presets)};
}

harness::measure::RegisteredScenario Describe() {
  harness::measure::RegisteredScenario scenario{
      .description = {.name = "fs/reopen",
                      .summary = "Opens a block store: replays the records of every container, fills the block map.",
                      .unit_of_work = "block",
                      .metric = std::string(harness::kCpuTime),
                      .metrics = {{"replay_cpu_time", "ns"}, {"merge_cpu_time", "ns"}},
                      .points = {Point(20'000, 40, 0, {Preset::Smoke}), Point(30'000, 60, 0, {Preset::Quick}),
                                 Point(1'000'000, 2'000, 0, {Preset::Standard, Preset::Full}),
                                 Point(1'000'000, 2'000, 90, {Preset::Standard, Preset::Full}),
                                 Point(11'000'000, 4'000, 0, {Preset::Full})},
                      .reported = reported("fs/reopen")}};
  for (const ReopenVariant& variant : kVariants) {
    scenario.description.variants.push_back({std::string(variant.name), variant.role});
    scenario.bodies.push_back(Reopen(variant));
  }
  return scenario;
}

const harness::measure::Registered registered = harness::measure::register_scenario(Describe());

}  // namespace
}  // namespace engine::scenarios
