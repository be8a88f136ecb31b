// Where the client's in-flight operations live: see client_load.h. What hurts is one block an op among the four of a
// row, which the reactor gives back one by one to another thread's part of the allocator, and that the ops of a batch
// lie apart. An arena gives nothing back before its batcher is gone, and rounds up to its chunks: it takes more memory,
// not less.
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/scenarios/client_load.h"
#include "engine/scenarios/peak_memory.h"
#include "engine/scenarios/reported.h"
#include "harness/measure/meters.h"
#include "harness/measure/registry.h"

namespace engine::scenarios {
namespace {

using harness::Preset;
using harness::Role;
using harness::measure::Body;
using harness::measure::report_metric;

constexpr const char* kReactorCpuTime = "reactor_cpu_time";
constexpr const char* kAllocations = "allocations";
constexpr const char* kPeakMemory = "peak_memory";

template <template <class> class OpStorage>
Body FillAndDrain(const harness::Parameters& parameters) {
  using Load = ClientLoad<ClientPolicy<DenseOpSet, OpStorage>>;
  auto load = std::make_shared<Load>(ClientLoadShape{.ops = parameters.integer("ops"),
                                                     .generators = static_cast<int>(parameters.integer("generators"))});
  return [load](benchmark::State& state) {
    const std::uint64_t digest = load->digest();
    const std::uint64_t allocations = load->allocations();
    const std::int64_t reactor_cpu_time = load->reactor_cpu_time_ns();
    ResetPeakMemory();
    for (auto _ : harness::measure::metered(state)) load->Run();
    const std::int64_t ops = static_cast<std::int64_t>(state.iterations()) * load->ops_per_run();
    report_metric(state, kReactorCpuTime, static_cast<double>(load->reactor_cpu_time_ns() - reactor_cpu_time));
    report_metric(state, kAllocations, static_cast<double>(load->allocations() - allocations));
    // A peak does not grow with the work: it is reported so that dividing by the ops of the batch gives bytes a live
    // op.
    report_metric(
        state, kPeakMemory,
        static_cast<double>(PeakMemoryBytes()) * static_cast<double>(ops) / static_cast<double>(load->live_ops()));
    state.SetItemsProcessed(ops);
    harness::measure::report_checksum(state, load->digest() - digest);
  };
}

harness::ParameterPoint Point(std::int64_t ops, std::int64_t generators, std::vector<Preset> presets) {
  return {.parameters = {{"ops", ops}, {"generators", generators}}, .presets = std::move(presets)};
}

// 33 289 ops are a batcher of default buffers, and 553 more than the arena's first ten chunks hold: 32 736 fill them.
const harness::measure::Registered
    registered =
        harness::measure::register_scenario(
            {
                .description =
                    {
                        .name = "client/op_storage",
                        .summary = "Generator threads make in-flight operations, the reactor destroys them, all with "
                                   "rows and strings.",
                        .unit_of_work = "op",
                        .threads = 9,
                        .metric = std::string(harness::kCpuTime),
                        .metrics = {{.name = kReactorCpuTime, .unit = "ns"},
                                    {.name = kAllocations, .unit = "count"},
                                    {.name = kPeakMemory, .unit = "bytes"}},
                        .variants = {{"heap", Role::Before},
                                     {"arena", Role::After},
                                     {"std::pmr::monotonic_buffer_resource", Role::Control}},
                        .points = {Point(4161, 2, {Preset::Smoke, Preset::Full}),
                                   Point(33289, 2, {Preset::Quick, Preset::Standard, Preset::Full}),
                                   Point(33289, 8, {Preset::Standard, Preset::Full}), Point(32736, 2, {Preset::Full}),
                                   Point(65000, 2, {Preset::Full})},
                        .reported = reported("client/op_storage"),
                    },
                .bodies = {FillAndDrain<HeapOpStorage>, FillAndDrain<ArenaOpStorage>,
                           FillAndDrain<MonotonicOpStorage>},
            });

}  // namespace
}  // namespace engine::scenarios
