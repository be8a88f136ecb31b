#include "harness/model/design.h"

#include <algorithm>
#include <string>

namespace harness {
namespace {

// The parameters with the duet as their design; unchanged where there is none.
Parameters as_duet(const Parameters& parameters) {
  Parameters changed;
  for (const auto& [name, value] : parameters.values()) {
    changed.add(name, name == kDesign ? ParameterValue(std::string(kDuet)) : value);
  }
  return changed;
}

}  // namespace

bool gives_size_only(const Comparison& comparison, const std::vector<Comparison>& all) {
  const Parameters duet = as_duet(comparison.parameters);
  if (duet == comparison.parameters) return false;
  return std::ranges::any_of(all, [&](const Comparison& other) {
    return other.scenario == comparison.scenario && other.parameters == duet;
  });
}

}  // namespace harness
