#include "harness/measure/plain_main.h"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "harness/measure/body_report.h"
#include "harness/measure/registered_catalogue.h"
#include "harness/measure/this_build.h"

namespace harness::measure {
namespace {

constexpr int kBadUsage = 2;

// The one fixture that is alive: that of the benchmark that ran last.
class LiveBody {
 public:
  // Google Benchmark calls a benchmark several times in a row, so the body is kept until another one is asked for.
  const Body& get(const std::string& benchmark, const MakeBody& make_body, const Parameters& parameters) {
    if (benchmark != benchmark_ || !body_) {
      body_ = nullptr;
      body_ = make_body(parameters);
      benchmark_ = benchmark;
    }
    return body_;
  }

  void clear() { body_ = nullptr; }

 private:
  std::string benchmark_;
  Body body_;
};

std::string full_name(const Scenario& scenario, const Variant& variant, const Parameters& parameters) {
  std::string name = scenario.name + "/" + variant.name;
  for (const auto& [parameter, value] : parameters.values()) name += "/" + parameter + ":" + to_string(value);
  return name;
}

void register_benchmark(const RegisteredScenario& scenario, std::size_t variant, const Parameters& parameters,
                        LiveBody& live) {
  const std::string name = full_name(scenario.description, scenario.description.variants[variant], parameters);
  const auto run = [&scenario, &parameters, &live, name, variant](benchmark::State& state) {
    run_body([&](benchmark::State& s) { live.get(name, scenario.bodies[variant], parameters)(s); }, state);
    take_report(state, {});
  };
  auto* const benchmark = benchmark::RegisterBenchmark(name.c_str(), run);
  // The scenario's own threads do the work: the main thread's CPU time says nothing. Google Benchmark shows both
  // choices in the name, so they are not made where they change nothing.
  if (scenario.description.threads > 1) benchmark->MeasureProcessCPUTime()->UseRealTime();
}

void register_benchmarks(const std::vector<RegisteredScenario>& scenarios, LiveBody& live) {
  for (const RegisteredScenario& scenario : scenarios) {
    for (const ParameterPoint& point : scenario.description.points) {
      for (std::size_t variant = 0; variant < scenario.bodies.size(); ++variant) {
        register_benchmark(scenario, variant, point.parameters, live);
      }
    }
  }
}

void describe_build() {
  const Build build = this_build();
  benchmark::AddCustomContext("revision", build.revision);
  benchmark::AddCustomContext("compiler", build.compiler);
  benchmark::AddCustomContext("flags", build.flags);
  benchmark::AddCustomContext("allocator", build.allocator);
}

}  // namespace

int plain_main(int argc, char** argv, const std::vector<RegisteredScenario>& scenarios) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return kBadUsage;
  describe_build();
  LiveBody live;
  register_benchmarks(scenarios, live);
  benchmark::RunSpecifiedBenchmarks();
  live.clear();
  benchmark::ClearRegisteredBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace harness::measure
