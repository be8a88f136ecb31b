#include "results/formats/claims.h"

#include <utility>

namespace results::formats {

const harness::Reported* claim_of(const harness::Comparison& comparison) {
  const bool comparable = comparison.after.variant.role == harness::Role::After && comparison.reported;
  return comparable ? &*comparison.reported : nullptr;
}

std::vector<Group> claimed(const std::vector<harness::Comparison>& comparisons) {
  std::vector<Group> groups = grouped(comparisons);
  for (Group& group : groups) std::erase_if(group.rows, [](const auto* row) { return claim_of(*row) == nullptr; });
  std::erase_if(groups, [](const Group& group) { return group.rows.empty(); });
  return groups;
}

}  // namespace results::formats
