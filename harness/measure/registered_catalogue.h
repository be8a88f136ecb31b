// The registered scenarios as a worker offers them.
#pragma once

#include <memory>
#include <vector>

#include "harness/measure/catalogue.h"
#include "harness/measure/registry.h"

namespace harness::measure {

class RegisteredCatalogue : public Catalogue {
 public:
  // `scenarios` must outlive the catalogue.
  explicit RegisteredCatalogue(const std::vector<RegisteredScenario>& scenarios) : scenarios_(scenarios) {}

  [[nodiscard]] std::vector<Scenario> scenarios() const override;

  // Every parameter of the scenario must be given, and none that it does not have; the values are free.
  std::unique_ptr<OpenVariant> open(const wire::OpenRequest& request) override;

 private:
  const std::vector<RegisteredScenario>& scenarios_;
};

// Runs a body as one Google Benchmark function: an exception, or a return before the loop's end, becomes
// SkipWithError.
void run_body(const Body& body, benchmark::State& state);

}  // namespace harness::measure
