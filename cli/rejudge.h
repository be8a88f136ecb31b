// Judging what a store holds of a run, from its samples alone.
#pragma once

#include "harness/model/report.h"
#include "results/store/store.h"

namespace cli {

// The comparisons and canaries of the report anew: each trial by the rule that it was judged by, which has the noise
// floor of that day in it. A trial that was never judged, since its run was killed, is judged by the rule that the run
// declared and the floors of today. Nothing is stored.
void rejudge(harness::Report& report, const results::store::Store& store);

}  // namespace cli
