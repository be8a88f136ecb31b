// A made-up report that holds every verdict and every oddity a writer meets. Its figures are round numbers that nothing
// measures; hostile names stand among the plain ones.
#pragma once

#include "harness/model/report.h"

namespace results::formats {

harness::Report made_up_report();

// Names and messages that try to break a terminal, a Markdown table and a JSON parser, in one comparison.
harness::Report hostile_report();

}  // namespace results::formats
