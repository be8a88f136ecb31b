// What a source claimed for its change, beside what was measured here.
#pragma once

#include <vector>

#include "harness/model/comparison.h"
#include "results/formats/groups.h"

namespace results::formats {

// The claim that a comparison can be held against: the source compared before with after, not with what lies beyond.
// Null where there is none.
const harness::Reported* claim_of(const harness::Comparison& comparison);

// The groups that have claims, with those rows alone.
std::vector<Group> claimed(const std::vector<harness::Comparison>& comparisons);

}  // namespace results::formats
