// The text form of perf stat.
#pragma once

#include <string>
#include <vector>

#include "results/formats/figures.h"

namespace results::formats {

// Takes every "Performance counter stats for ..." out of the text, blanks in its place. Throws Error for numbers with
// decimal commas or blanks between digits.
void take_perf_blocks(std::string& text, std::vector<PerfBlock>& into);

}  // namespace results::formats
