#include "results/formats/groups.h"

#include <algorithm>

#include "results/formats/sentences.h"

namespace results::formats {

std::vector<Group> grouped(const std::vector<harness::Comparison>& comparisons) {
  std::vector<Group> groups;
  for (const harness::Comparison& comparison : comparisons) {
    const std::string variants = variants_of(comparison);
    auto found = std::ranges::find_if(groups, [&](const Group& group) {
      return group.scenario == comparison.scenario && group.variants == variants;
    });
    if (found == groups.end()) found = groups.insert(groups.end(), {comparison.scenario, variants, {}});
    found->rows.push_back(&comparison);
  }
  return groups;
}

bool share_metric(const Group& group) {
  return std::ranges::all_of(
      group.rows, [&](const auto* comparison) { return comparison->metric.name == group.rows.front()->metric.name; });
}

}  // namespace results::formats
