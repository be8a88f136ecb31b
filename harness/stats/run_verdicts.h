// Everything that a run says, from what it measured and the rules that it declared. Pure: judging a stored run again
// gives the identical comparisons.
#pragma once

#include <vector>

#include "harness/stats/suite.h"

namespace harness::stats {

// How a trial came to its launch pairs.
enum class Evidence {
  Whole,     // measured in one stage: judged as it is
  Screened,  // measured to see whether it needs confirming
  Fresh,     // a suspect, on launch pairs of its own
};

struct ChangeTrial {
  RuledTrial measured;
  Evidence evidence = Evidence::Whole;
};

// Fresh launch pairs where there are any, else the screening.
ChangeTrial confirmed_or_screened(RuledTrial screening, RuledTrial fresh);

// One list of comparisons for each trial, in their order.
struct RunVerdicts {
  std::vector<std::vector<Comparison>> changes;
  std::vector<std::vector<Comparison>> canaries;
};

// The trials by their evidence, Holm over the fresh ones; all of them downgraded when an A/A pair of the canaries cannot
// be trusted.
RunVerdicts judge_run(const std::vector<ChangeTrial>& changes, const std::vector<RuledTrial>& canaries);

}  // namespace harness::stats
