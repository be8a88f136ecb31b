// The set of operations that a batcher waits for, in the company in which the client has it: see client_load.h. What
// hurts it is the reactor's erase, which goes to memory that another thread wrote long ago, and the allocator's share.
// With a prime number of buckets each erase also divides.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/scenarios/client_load.h"
#include "engine/scenarios/reported.h"
#include "harness/measure/meters.h"
#include "harness/measure/registry.h"

namespace engine::scenarios {
namespace {

using harness::Preset;
using harness::Role;
using harness::measure::Body;

constexpr const char* kReactorCpuTime = "reactor_cpu_time";

template <class OpSet>
Body FillAndDrain(const harness::Parameters& parameters) {
  using Load = ClientLoad<ClientPolicy<OpSet, HeapOpStorage>>;
  auto load = std::make_shared<Load>(ClientLoadShape{.ops = parameters.integer("ops"),
                                                     .generators = static_cast<int>(parameters.integer("generators"))});
  return [load](benchmark::State& state) {
    const std::uint64_t digest = load->digest();
    const std::int64_t reactor_cpu_time = load->reactor_cpu_time_ns();
    for (auto _ : harness::measure::metered(state)) load->Run();
    harness::measure::report_metric(state, kReactorCpuTime,
                                    static_cast<double>(load->reactor_cpu_time_ns() - reactor_cpu_time));
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * load->ops_per_run());
    harness::measure::report_checksum(state, load->digest() - digest);
  };
}

harness::ParameterPoint Point(std::int64_t ops, std::int64_t generators, std::vector<Preset> presets) {
  return {.parameters = {{"ops", ops}, {"generators", generators}}, .presets = std::move(presets)};
}

// 33 289 ops are a batcher of default buffers; 4 161 are one of a smaller buffer, or the share of one tablet.
const harness::measure::Registered
    registered =
        harness::measure::register_scenario(
            {
                .description =
                    {
                        .name = "client/in_flight_set",
                        .summary = "Generator threads fill batchers of writes while the reactor answers and destroys "
                                   "older ones.",
                        .unit_of_work = "op",
                        .threads = 9,
                        .metric = kReactorCpuTime,
                        .metrics = {{.name = kReactorCpuTime, .unit = "ns"}},
                        .variants = {{"std::unordered_set", Role::Before},
                                     {"google::dense_hash_set", Role::After},
                                     {"intrusive-list", Role::Beyond},
                                     {"absl::flat_hash_set", Role::Control}},
                        .points = {Point(4161, 2, {Preset::Smoke, Preset::Full}),
                                   Point(33289, 2, {Preset::Quick, Preset::Standard, Preset::Full}),
                                   Point(33289, 8, {Preset::Standard, Preset::Full})},
                        .reported = reported("client/in_flight_set"),
                    },
                .bodies = {FillAndDrain<UnorderedOpSet>, FillAndDrain<DenseOpSet>, FillAndDrain<LinkedOpSet>,
                           FillAndDrain<FlatOpSet>},
            });

}  // namespace
}  // namespace engine::scenarios
