// How warnings and rules write numbers.
#pragma once

#include <string>

namespace harness::stats {

std::string factor_text(double factor);     // "x1.069"
std::string percent_text(double fraction);  // "1.4 %"
std::string exact_text(double number);      // the shortest text that reads back as the same number: "0.95"

}  // namespace harness::stats
