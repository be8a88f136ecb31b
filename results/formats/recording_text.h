// What was read from a file, for a terminal.
#pragma once

#include <span>
#include <string>

#include "harness/model/recording.h"

namespace results::formats {

// "a.json: google-benchmark, 14 scenarios, 42 values", then a line for each thing left out or strange.
std::string recording_summary(const harness::Recording& recording);

// A table of scenarios and metrics: how many values, their median and mean.
std::string recording_table(std::span<const harness::Recording> recordings, int columns);

}  // namespace results::formats
