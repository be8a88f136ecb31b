// Comma-separated values as RFC 4180 has them: quoted cells may hold commas, doubled quotes and line ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace results::formats {

using CsvRow = std::vector<std::string>;

// The rows of a text. Blank lines are none. A quoted cell that is never closed ends with the text.
std::vector<CsvRow> csv_rows(std::string_view text);

// A cell that no spreadsheet takes for a formula, quoted where it must be. (OWASP: a text that begins with = + - @, a tab
// or a line end is one; a single quote before it makes it text.)
std::string csv_text_cell(std::string_view text);

}  // namespace results::formats
