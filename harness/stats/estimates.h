// From batches to one number per launch pair: the only place where batches enter the statistics.
#pragma once

#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/trial.h"

namespace harness::stats {

// What one comparison looks at: two variants of a trial and one metric.
struct Contrast {
  int before = 0;  // indexes into Trial::variants
  int after = 1;
  int column = 0;  // index into Trial::metrics
};

struct Estimates {
  std::vector<LaunchPairEstimate> launch_pairs;  // those that have at least one usable round, in order
  // Per launch pair: log of the first half of a round over its second half; > 0 where the first is slow.
  std::vector<double> slots;
  int rounds = 0;    // judged rounds in which both variants ran
  int unusable = 0;  // of those, left out: a value or a number of items was zero, negative or not finite
};

// Per item: a batch counts as total / items. The warm-up round is left out. In a round every variant runs as often
// before the round's middle as after it, so the mean log over its batches is free of linear drift, and the round's log
// speedup is the mean log of before minus that of after (the reverse where higher is better).
//
// A launch pair's log speedup is the median over its rounds. Simulated with 16 rounds in which one batch in thirty
// takes 15 times as long, its standard deviation is 0.34 % where a Hodges-Lehmann estimate over rounds has 2.1 % and a
// mean 11 %; without such batches it gives away little (0.30, 0.26 and 0.25 %). Balancing who opens a round, or taking
// the median apart by opener, gained nothing against what caches carry over from batch to batch.
Estimates estimate_launch_pairs(const Trial& trial, const Contrast& contrast);

}  // namespace harness::stats
