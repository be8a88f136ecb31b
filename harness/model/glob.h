// Which names a person means: patterns over names, and the names closest to one that does not exist.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

// Shell patterns: '*' any text (blanks and '/' too), '?' one byte, '[a-z]' one of a set, '[!a-z]' one of the others.
// A pattern also matches the text that is written exactly like it, so a name with brackets can be given as it is.
bool matches_glob(std::string_view pattern, std::string_view text);

// At most `limit` of `known`, the closest first: fewest edits that turn `name` into a part of the known name, then
// fewest edits into all of it, then the order of `known`. So "in_flight" finds "client/in_flight_set".
std::vector<std::string> closest_names(std::string_view name, std::span<const std::string> known, std::size_t limit);

}  // namespace harness
