// A scenario, and with it a whole worker: started by hand it is a plain Google Benchmark program.
#include <memory>

#include "harness/measure/registry.h"
#include "harness/measure/worker_main.h"
#include "ring.h"

namespace {

constexpr std::size_t kCapacity = 1024;

harness::measure::Body pass_through(const harness::Parameters& parameters) {
  const std::int64_t depth = parameters.integer("depth");
  auto queue = std::make_shared<ring::Ring>(kCapacity);  // the fixture: built once per launch
  return [queue, depth](benchmark::State& state) {
    std::uint64_t sum = 0;
    for (auto _ : harness::measure::metered(state)) {
      for (std::int64_t i = 0; i < depth; ++i) queue->push(static_cast<std::uint64_t>(i));
      for (std::int64_t i = 0; i < depth; ++i) sum += queue->pop();
    }
    state.SetItemsProcessed(state.iterations() * depth);
    harness::measure::report_checksum(state, sum);
  };
}

const harness::measure::Registered registered = harness::measure::register_scenario(
    {.description = {.name = "ring/pass_through",
                     .summary = "Fills a ring and drains it.",
                     .unit_of_work = "value",
                     .variants = {{"ring", harness::Role::Before}},
                     .points = {{.parameters = {{"depth", 512}},
                                 .presets = {harness::Preset::Smoke, harness::Preset::Quick, harness::Preset::Standard,
                                             harness::Preset::Full}}}},
     .bodies = {pass_through}});

}  // namespace

int main(int argc, char** argv) { return harness::measure::worker_main(argc, argv); }
