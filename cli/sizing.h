// Commands may be compared in two designs at once: one decides, the other gives the size of the change.
#pragma once

#include <vector>

#include "harness/model/comparison.h"

namespace cli {

// Whether `comparison` is there for the size only: an alternation beside a duet of the same commands. Its verdict is
// shown, and decides nothing.
bool gives_size_only(const harness::Comparison& comparison, const std::vector<harness::Comparison>& all);

}  // namespace cli
