#include "harness/measure/registered_catalogue.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "harness/measure/batch.h"
#include "harness/measure/body_report.h"
#include "harness/measure/unknown_name.h"
#include "harness/model/error.h"

namespace harness::measure {
namespace {

constexpr const char* kBenchmarkName = "tandem batch";
constexpr const char* kFilter = "^tandem batch/";  // Google Benchmark appends the iteration count and more

const RegisteredScenario& find_scenario(const std::vector<RegisteredScenario>& scenarios, const std::string& name) {
  std::vector<std::string> known;
  for (const RegisteredScenario& scenario : scenarios) {
    if (scenario.description.name == name) return scenario;
    known.push_back(scenario.description.name);
  }
  refuse_name("scenario", name, known);
}

const MakeBody& find_body(const RegisteredScenario& scenario, const std::string& variant) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < scenario.bodies.size(); ++i) {
    known.push_back(scenario.description.variants[i].name);
    if (known.back() == variant) return scenario.bodies[i];
  }
  refuse_name("variant of " + scenario.description.name, variant, known);
}

std::vector<std::string> sorted_names(const Parameters& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters.values()) names.push_back(parameter.name);
  std::ranges::sort(names);
  return names;
}

void check_parameters(const Scenario& scenario, const Parameters& given) {
  const Parameters& wanted = scenario.points.front().parameters;
  if (sorted_names(given) == sorted_names(wanted)) return;
  throw Error(scenario.name + (wanted.empty() ? " takes no parameters" : " takes the parameters " + to_string(wanted)) +
              (given.empty() ? ", but none were given" : ", but what was given is " + to_string(given)));
}

// The body registered as the only benchmark of the process, for as long as this object lives.
class RegisteredVariant : public OpenVariant {
 public:
  RegisteredVariant(const Scenario& description, Body body)
      : description_(description), body_(std::move(body)), benchmark_(register_as_benchmark()) {}
  ~RegisteredVariant() override { benchmark::ClearRegisteredBenchmarks(); }
  RegisteredVariant(const RegisteredVariant&) = delete;
  RegisteredVariant& operator=(const RegisteredVariant&) = delete;

  wire::Sample run(std::uint64_t iterations) override {
    if (iterations > std::numeric_limits<benchmark::IterationCount>::max()) throw Error("too many iterations");
    benchmark_->Iterations(static_cast<benchmark::IterationCount>(iterations));
    const BatchTimes times = run_batch(kFilter);
    return sample(iterations, times);
  }

 private:
  benchmark::internal::Benchmark* register_as_benchmark() {
    benchmark::ClearRegisteredBenchmarks();
    auto* const benchmark =
        benchmark::RegisterBenchmark(kBenchmarkName, [this](benchmark::State& state) { run_and_report(state); });
    return benchmark->MeasureProcessCPUTime()->UseRealTime()->Repetitions(1);
  }

  void run_and_report(benchmark::State& state) {
    const ResourceUsage started = resource_usage();
    run_body(body_, state);
    const ResourceUsage around_body = resource_usage() - started;
    report_ = take_report(state, description_.metrics);
    if (!report_.usage) report_.usage = around_body;  // a body that loops over the plain state
  }

  [[nodiscard]] wire::Sample sample(std::uint64_t iterations, const BatchTimes& times) const {
    wire::Sample sample{.iterations = iterations, .items = report_.items, .checksum = report_.checksum};
    sample.values = common_values(times, *report_.usage);
    sample.values.insert(sample.values.end(), report_.metrics.begin(), report_.metrics.end());
    return sample;
  }

  const Scenario& description_;
  Body body_;
  BodyReport report_;
  benchmark::internal::Benchmark* benchmark_;  // owned by Google Benchmark until ClearRegisteredBenchmarks
};

}  // namespace

std::vector<Scenario> RegisteredCatalogue::scenarios() const {
  std::vector<Scenario> descriptions;
  for (const RegisteredScenario& scenario : scenarios_) descriptions.push_back(scenario.description);
  return descriptions;
}

std::unique_ptr<OpenVariant> RegisteredCatalogue::open(const wire::OpenRequest& request) {
  const RegisteredScenario& scenario = find_scenario(scenarios_, request.scenario);
  const MakeBody& make_body = find_body(scenario, request.variant);
  check_parameters(scenario.description, request.parameters);
  return std::make_unique<RegisteredVariant>(scenario.description, make_body(request.parameters));
}

void run_body(const Body& body, benchmark::State& state) {
  try {
    body(state);
    if (!state.error_occurred() && state.iterations() < state.max_iterations) {
      state.SkipWithError("the scenario's body returned before the end of its loop");
    }
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  } catch (...) {
    state.SkipWithError("the scenario's body threw something that is not a std::exception");
  }
}

}  // namespace harness::measure
