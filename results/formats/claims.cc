#include "results/formats/claims.h"

#include <algorithm>
#include <utility>

namespace results::formats {

const harness::Reported* claim_of(const harness::Comparison& comparison) {
  if (!comparison.reported) return nullptr;
  const harness::Variant& after = comparison.after.variant;
  const std::string& claimed = comparison.reported->variant;
  const bool meant = claimed.empty() ? after.role == harness::Role::After : after.name == claimed;
  return meant ? &*comparison.reported : nullptr;
}

namespace {

bool outside(double speedup, const harness::Comparison& comparison) {
  if (!comparison.median || !comparison.median->interval) return false;
  const harness::Interval& interval = *comparison.median->interval;
  return speedup < interval.low || speedup > interval.high;
}

void add_once(std::vector<std::string>& sentences, std::string sentence) {
  if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(std::move(sentence));
}

}  // namespace

std::vector<std::string> claim_notes(const Group& group) {
  std::vector<std::string> notes;
  for (const harness::Comparison* row : group.rows) {
    const harness::Reported& claim = *claim_of(*row);
    if (!claim.note.empty()) add_once(notes, "at the source: " + claim.note);
  }
  for (const harness::Comparison* row : group.rows) {
    const harness::Reported& claim = *claim_of(*row);
    if (!claim.caveat.empty() && outside(claim.speedup, *row)) add_once(notes, "differs here: " + claim.caveat);
  }
  return notes;
}

std::vector<Group> claimed(const std::vector<harness::Comparison>& comparisons) {
  std::vector<Group> groups = grouped(comparisons);
  for (Group& group : groups) std::erase_if(group.rows, [](const auto* row) { return claim_of(*row) == nullptr; });
  std::erase_if(groups, [](const Group& group) { return group.rows.empty(); });
  return groups;
}

}  // namespace results::formats
