// What the pages say in words beside the figures. Figures themselves are written by results/formats/numbers.h.
#pragma once

#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/machine.h"

namespace web::api {

// "on AMD EPYC 7B13, 2 cores"; empty if nothing is known.
std::string place_text(const harness::Machine& machine);

// "3 improved, 1 regressed of 11"; "nothing was compared".
std::string counts_text(const std::vector<harness::Comparison>& comparisons);

// Why the verdict is what it is, in one sentence.
std::string reason_text(const harness::Comparison& comparison);

}  // namespace web::api
