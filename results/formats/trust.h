// What a report says of itself: what its canaries came out as, whether it can be trusted, and the suite as a whole. Names
// are as they came: the writer makes them harmless.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/report.h"
#include "harness/stats/suite.h"

namespace results::formats {

// Of each trial, "client/in_flight_set ops=33289: A/A x1.001 [0.997, 1.004] unchanged; +2 % work found as x0.981
// [0.976, 0.985], +1.9 %".
std::vector<std::string> canary_sentences(const std::vector<harness::Comparison>& canaries);

// Reasons to be careful with everything else, for the top of the report; empty when there are none.
std::vector<std::string> doubts_of(const harness::Report& report);

// The suite as a whole: absent unless at least two comparisons can go in.
struct SuiteOverview {
  harness::stats::SuiteSpeedup speedup;
  harness::stats::SignBalance balance;
  double confidence = 0.95;
};

std::optional<SuiteOverview> overview_of(const harness::Report& report);

// "The suite as a whole: x1.35 [1.10, 1.66], -26 %, the geometric mean of 14 median speedups; 12 faster, 2 slower."
std::string suite_sentence(const SuiteOverview& overview);

}  // namespace results::formats
