#include "harness/model/scenario.h"

#include <algorithm>

namespace harness {

const std::optional<Reported>& reported_at(const Scenario& scenario, const Parameters& parameters) {
  const auto point =
      std::ranges::find_if(scenario.points, [&](const auto& candidate) { return candidate.parameters == parameters; });
  return point != scenario.points.end() && point->reported ? point->reported : scenario.reported;
}

}  // namespace harness
