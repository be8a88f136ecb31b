// Units as they are written beside numbers: "ns", "ms/op", "calls/sec". Two results compare only in one unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace harness {

// What a value in `from` is multiplied by to be one in `to`; absent where the two are no units of one kind.
// Scales are known of times, bytes and counts, above and below a '/'; any other word converts only to itself.
std::optional<double> unit_ratio(std::string_view from, std::string_view to);

// "ms", "us/op": what is above the '/' is a time.
bool is_time_unit(std::string_view unit);

// "calls/sec", "MB/s": something a second, of which more is better.
bool is_rate_unit(std::string_view unit);

// True of a word that could stand behind a measured number: a time, bytes, or a rate. "rows" and "1.06x" could not.
bool is_measured_unit(std::string_view unit);

}  // namespace harness
