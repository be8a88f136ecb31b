// How much of the level each look may use when a comparison is looked at more than once: group-sequential boundaries
// for any list of looks, computed by integrating the test statistic's path from look to look (Armitage, McPherson and
// Rowe), the level spent over information as Lan and DeMets proposed.
#pragma once

#include <vector>

namespace harness::stats {

// Two-sided level spent once `fraction` (0 to 1) of the planned launch pairs are in: level * ln(1 + (e - 1) fraction),
// the spending function whose boundaries are nearly equal at all looks.
double pocock_spent(double level, double fraction);

struct Look {
  double information = 0;  // launch pairs so far; only ratios matter; strictly rising
  double spent = 0;        // two-sided level spent at this and all earlier looks together; rising
};

// The two-sided level to test at, look by look, so that with no effect the probability of a rejection at this or an
// earlier look is what the looks say was spent. Throws Error when information does not rise.
std::vector<double> nominal_levels(const std::vector<Look>& looks);

// The reverse: the probability of a rejection at any of the looks when each tests at the level given for it.
double overall_level(const std::vector<double>& information, const std::vector<double>& levels);

}  // namespace harness::stats
