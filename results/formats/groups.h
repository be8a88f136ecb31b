// The comparisons of a report as tables show them: one heading for each scenario and pair of variants.
#pragma once

#include <string>
#include <vector>

#include "harness/model/comparison.h"

namespace results::formats {

struct Group {
  std::string scenario;
  std::string variants;                          // as variants_of() says them
  std::vector<const harness::Comparison*> rows;  // at least one; they live as long as what was grouped
};

// In the order of their first rows.
std::vector<Group> grouped(const std::vector<harness::Comparison>& comparisons);

// True where all rows were decided by the same metric: "auto" may choose row by row.
bool share_metric(const Group& group);

}  // namespace results::formats
