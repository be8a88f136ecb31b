// Two stores made into one: shards of a night that were measured on several machines, or a year on an old one.
#pragma once

#include "results/store/store.h"

namespace results::store {

struct Merged {
  int added = 0;    // runs
  int present = 0;  // runs that were there already, and were left as they are
  int running = 0;  // runs that a living process still measures, and were left out
  int imported = 0;  // runs of what others measured, left out: their files can be imported again
};

// Copies what `from` has and `into` has not: runs with their ids, trials, every batch, failures and comparisons as they
// were judged; noise floors; baselines. Doing it again changes nothing. Each run is whole or absent but for a crash in
// between, which leaves it marked as interrupted.
Merged merge(const Store& from, Store& into);

}  // namespace results::store
