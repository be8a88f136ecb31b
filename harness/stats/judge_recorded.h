// Comparisons of recorded results. They are unpaired: nothing says that the two sides were measured on one machine, at one
// time, in turns, so a drift between them looks like a change; verdicts are weaker than those of launch pairs, and the
// rule's name says so. Pure, as judge.h.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/recording.h"

namespace harness::stats {

struct RecordedRule {
  double confidence = 0.95;
  double tolerance = 0.01;
  std::string metric;  // a glob; empty: every metric whose direction the file or its unit says
};

struct RecordedVerdicts {
  std::vector<Comparison> comparisons;  // of what both sides have, in the order of before
  std::vector<std::string> notes;       // sentences: unpaired, what one side alone has, geometric means, what differs
};

// `unpaired/1 confidence=0.95 tolerance=0.01`, kept with each comparison.
std::string to_string(const RecordedRule& rule);

// Files against files; those of one side are pooled: their samples are one sample. A scenario is the same where its name
// and its parameters are, a metric where its name is and its unit converts.
// improved, regressed: the rank sum test calls it (5 % false among those called, over all comparisons) and the shift is
// at least the tolerance. unchanged: the interval of the shift lies within the tolerance, or the samples are the same.
// mixed: the means say the opposite of the ranks. Everything else is undecided, with a reason.
RecordedVerdicts judge_recorded(std::span<const Recording> before, std::span<const Recording> after,
                                const RecordedRule& rule);

// The before and the after side of recordings that have both (commit messages).
RecordedVerdicts judge_sides(std::span<const Recording> recordings, const RecordedRule& rule);

}  // namespace harness::stats
