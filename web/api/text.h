// Numbers as people read them. Everything that a page shows is written here, once, and never in the browser.
#pragma once

#include <optional>
#include <string>

#include "harness/model/comparison.h"

namespace web::api {

std::string speedup_text(double ratio);                             // "x1.278"; three decimals
std::string interval_text(const harness::Interval& interval);       // "x1.250 to x1.290"
std::string change_text(double percent);                            // "-21.7 %", "+0.4 %"
std::string share_text(double fraction);                            // 0.008 -> "0.8 %"
std::string quantity_text(double value, const std::string& unit);   // 1234567, "ns/op" -> "1.235 ms/op"
std::string seconds_text(double seconds);                           // "2 min 41 s"

}  // namespace web::api
