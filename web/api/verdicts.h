// The order in which pages speak of verdicts: trouble first, then what got worse, what got better, what needs nothing.
#pragma once

#include <algorithm>
#include <iterator>

#include "harness/model/comparison.h"

namespace web::api {

inline constexpr harness::Verdict kVerdicts[] = {harness::Verdict::Invalid,   harness::Verdict::Regressed,
                                                 harness::Verdict::Mixed,     harness::Verdict::Improved,
                                                 harness::Verdict::Undecided, harness::Verdict::Unchanged};

inline auto rank(harness::Verdict verdict) { return std::ranges::find(kVerdicts, verdict) - std::begin(kVerdicts); }

}  // namespace web::api
