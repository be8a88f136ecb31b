// How a whole suite is judged: the rule of its trials, and whether what looks different is measured afresh.
#pragma once

#include <string>
#include <string_view>

#include "harness/stats/judge.h"

namespace harness::stats {

// In two stages, a screening names suspects, and only launch pairs that it has not seen may call them improved or
// regressed: then the error rate is the suite's, however many trials it has.
enum class Stages { One, ScreenAndConfirm };

struct SuiteRule {
  Rule rule;
  Stages stages = Stages::One;
};

// "screen-and-confirm/1 launch-pairs/1 looks=8,16,32 ..."; the rule alone for one stage.
std::string to_string(const SuiteRule& suite);

// Throws Error on text that is no such rule.
SuiteRule suite_rule_from_string(std::string_view text);

}  // namespace harness::stats
