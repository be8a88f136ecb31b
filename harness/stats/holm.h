// Many comparisons, one error rate.
#pragma once

#include <vector>

namespace harness::stats {

// Holm's adjusted p, in the order given: calling a difference where it is at most `level` keeps the probability of even
// one false difference in the whole list at `level`, whatever the dependence between the comparisons.
std::vector<double> holm(const std::vector<double>& p);

}  // namespace harness::stats
