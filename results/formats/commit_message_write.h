// Before and after blocks for a commit message.
#pragma once

#include <string>

#include "harness/model/report.h"

namespace results::formats {

// For each comparison its values, one a line in full precision, medians, means and speedups; the reader of the format
// gives the same figures back.
std::string write_commit_message(const harness::Report& report);

}  // namespace results::formats
