// What a source claimed for its change, beside what was measured here.
#pragma once

#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "results/formats/groups.h"

namespace results::formats {

// The claim that a comparison can be held against: it was made for one variant, mostly for after, and says nothing of
// the others. Null where there is none.
const harness::Reported* claim_of(const harness::Comparison& comparison);

// What there is to say of a group's claims, a sentence each and none twice: what was timed at the source, and where the
// claim lies outside the interval measured here, why that may be. The group is one of claimed().
std::vector<std::string> claim_notes(const Group& group);

// The groups that have claims, with those rows alone.
std::vector<Group> claimed(const std::vector<harness::Comparison>& comparisons);

}  // namespace results::formats
