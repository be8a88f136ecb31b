// Looking at a trial while it grows, without paying for it in false alarms: the looks are declared before the first
// launch pair, and each has its level.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/model/trial.h"
#include "harness/stats/judge.h"

namespace harness::stats {

// The two-sided level at which a trial with this many launch pairs is judged: 1 - confidence without looks, else the
// look's share. A number between two looks (an interrupted trial) is a look of its own, taken instead of the next one;
// more launch pairs than the last look are that look, come late.
double level_at(const Rule& rule, int launch_pairs);

// Whether the trial needs no more launch pairs, for the driver's stop rule: at a look, when every comparison has a
// verdict other than `undecided`; at the last look and beyond, always. Never between looks, and never without looks.
bool decided(const Trial& trial, const Rule& rule);

// Throws UsageError, saying what to write instead, when no trial can be judged by the rule: confidence outside 0 to 1,
// a negative tolerance, looks that do not rise.
void check(const Rule& rule);

// Two-sided p of "no change" for a whole sequential procedure: the smallest 1 - confidence at which one of the looks so
// far would have found a difference by the signed-rank test. Without looks, the signed-rank p. Valid at whatever look
// the trial stopped.
double sequential_p(const std::vector<LaunchPairEstimate>& estimates, const Rule& rule);

// "launch-pairs/1 looks=8,16,32,64 confidence=0.95 tolerance=0.01 metric=auto": everything needed to judge again.
std::string to_string(const Rule& rule);

// Throws Error on text that is no such rule.
Rule rule_from_string(std::string_view text);

}  // namespace harness::stats
