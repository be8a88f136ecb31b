// Any Google Benchmark program as a worker: each of its benchmarks is a scenario with one variant.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/catalogue.h"

namespace harness::measure {

// The one variant of a benchmark. Two programs are compared by opening it in both.
inline constexpr const char* kOnlyVariant = "default";

// A benchmark with its arguments and threads: what Google Benchmark shows as one line.
struct BenchmarkInstance {
  std::string name;  // as the program itself lists it: "BM_copy/8/threads:2"
  std::size_t family = 0;
  // With N iterations Google Benchmark calls it `prefix` N `suffix`.
  std::string prefix;
  std::string suffix;
};

class BenchmarkCatalogue : public Catalogue {
 public:
  // `families` are the registered benchmarks, in the order of registration. None is looked at before the first call, so
  // registration may still go on. From then on their iteration and repetition counts belong to the catalogue.
  explicit BenchmarkCatalogue(const std::vector<benchmark::internal::Benchmark*>& families) : families_(families) {}

  // The name of a benchmark is its scenario's; arguments are part of it. A benchmark that is timed by hand or by real
  // time is decided by wall time, as its author decided.
  [[nodiscard]] std::vector<Scenario> scenarios() const override;

  std::unique_ptr<OpenVariant> open(const wire::OpenRequest& request) override;

 private:
  [[nodiscard]] const std::vector<BenchmarkInstance>& instances() const;

  const std::vector<benchmark::internal::Benchmark*>& families_;
  mutable std::optional<std::vector<BenchmarkInstance>> instances_;
};

}  // namespace harness::measure
