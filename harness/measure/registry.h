// How a scenario is written and registered. A scenario body is an ordinary Google Benchmark function; its fixture lives
// in the closure that makes the body, so it is built once per launch and never inside a batch:
//
//   Body in_flight_set(const Parameters& parameters) {
//     auto fixture = std::make_shared<Fixture>(parameters.integer("ops"));
//     return [fixture](benchmark::State& state) {
//       for (auto _ : metered(state)) fixture->fill_and_drain();
//       state.SetItemsProcessed(state.iterations() * fixture->ops());
//       report_checksum(state, fixture->checksum());
//     };
//   }
//
//   const Registered registered = register_scenario({.description = {.name = "client/in_flight_set", ...},
//                                                    .bodies = {in_flight_set<A>, in_flight_set<B>}});
//
// The registry is append-only before main() and read-only after.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/meters.h"
#include "harness/model/parameters.h"
#include "harness/model/scenario.h"

namespace harness::measure {

using Body = std::function<void(benchmark::State&)>;
using MakeBody = std::function<Body(const Parameters&)>;  // builds the fixture; may throw harness::Error

struct RegisteredScenario {
  Scenario description;
  std::vector<MakeBody> bodies;  // aligned with description.variants
};

struct Registered {};  // what a file-scope registration is assigned to

// Aborts the program with a sentence on a malformed description: no before, two afters, bodies and variants that differ
// in number, a name registered twice, a metric that a worker reports already, a parameter point that cannot be written
// down and read back. A mistake of the programmer.
Registered register_scenario(RegisteredScenario scenario);

const std::vector<RegisteredScenario>& registered_scenarios();

// What is wrong with `scenario` beside those registered already, as a sentence; empty if nothing is.
std::string fault_of(const RegisteredScenario& scenario, const std::vector<RegisteredScenario>& registered);

// The scenario's answer for this batch. All variants of a scenario must report the same one for the same parameters and
// iterations; a variant that differs is `invalid`. Does not depend on addresses, time or thread interleaving.
void report_checksum(benchmark::State& state, std::uint64_t checksum);

// The batch's total of one of the scenario's own metrics, e.g. CPU time of one of its threads.
void report_metric(benchmark::State& state, std::string_view name, double total);

}  // namespace harness::measure
