// Text on a terminal: how wide it is, and names made harmless. A name may hold escape sequences, line breaks or marks
// that turn the direction of writing round; none of them reaches the terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace results::formats {

// `text` as one line of harmless UTF-8: control characters, direction marks and malformed bytes become U+FFFD.
std::string one_line(std::string_view text);

// Columns that one_line() text takes: 2 for East Asian wide characters and emoji, 0 for combining marks.
int display_width(std::string_view text);

std::string padded_right(std::string text, int width);  // "ab  "
std::string padded_left(std::string text, int width);   // "  ab"

// Broken at blanks into lines of at most `width` columns; a longer word stands on a line of its own.
std::vector<std::string> wrapped(std::string_view text, int width);

// The lines of a text that has line breaks, each made harmless.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace results::formats
