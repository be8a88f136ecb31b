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
  std::vector<double>
      slots;         // per launch pair: log of the first half of a round over its second half; > 0: first is slow
  int rounds = 0;    // judged rounds in which both variants ran
  int unusable = 0;  // of those, left out: a value or a number of items was zero, negative or not finite
};

// Per item: a batch counts as total / items. The warm-up round is left out. In a round every variant runs as often
// before the round's middle as after it, so the mean log over its batches is free of linear drift, and the round's log
// speedup is the mean log of before minus that of after (the reverse where higher is better). The launch pair's log
// speedup is the median over rounds, taken apart for rounds that before opened and rounds that after opened, then
// averaged: who runs inside of whom shifts a round by what caches keep, and a median over a lopsided mixture would
// report that shift.
Estimates estimate_launch_pairs(const Trial& trial, const Contrast& contrast);

}  // namespace harness::stats
