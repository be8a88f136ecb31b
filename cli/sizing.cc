#include "cli/sizing.h"

#include <algorithm>

#include "harness/drive/command.h"

namespace cli {
namespace {

using harness::Comparison;
using harness::Parameters;
using harness::drive::CommandDesign;

// The parameters with another design; unchanged where there is none.
Parameters in_design(const Parameters& parameters, CommandDesign design) {
  Parameters changed;
  for (const auto& [name, value] : parameters.values()) {
    changed.add(name,
                name == harness::drive::kDesign ? harness::ParameterValue(std::string(to_string(design))) : value);
  }
  return changed;
}

}  // namespace

bool gives_size_only(const Comparison& comparison, const std::vector<Comparison>& all) {
  const Parameters as_duet = in_design(comparison.parameters, CommandDesign::Duet);
  if (as_duet == comparison.parameters) return false;
  return std::ranges::any_of(all, [&](const Comparison& other) {
    return other.scenario == comparison.scenario && other.parameters == as_duet;
  });
}

}  // namespace cli
