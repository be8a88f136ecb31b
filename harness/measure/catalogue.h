// What a worker offers to its driver: scenarios to list, and one variant at a time to open and run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "harness/model/scenario.h"
#include "harness/model/wire.h"

namespace harness::measure {

// One variant at one parameter point with its fixture, which is built by open() and destroyed with this object.
class OpenVariant {
 public:
  virtual ~OpenVariant() = default;

  // One batch. Throws Error if the body fails; the variant stays open and may be run again.
  virtual wire::Sample run(std::uint64_t iterations) = 0;
};

class Catalogue {
 public:
  virtual ~Catalogue() = default;

  [[nodiscard]] virtual std::vector<Scenario> scenarios() const = 0;

  // Throws Error on a name or parameter that does not exist, and whatever the fixture throws. At most one variant is
  // open at a time.
  virtual std::unique_ptr<OpenVariant> open(const wire::OpenRequest& request) = 0;
};

}  // namespace harness::measure
