// Names are data from anywhere, and what shows them (JSON, a database, a terminal) wants well-formed UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace harness {

// Takes the first code point off `text`, which must not be empty. Bytes that are no UTF-8 give U+FFFD, one for each
// truncated or impossible sequence, as the Unicode standard recommends (chapter 3, "U+FFFD substitution").
char32_t take_code_point(std::string_view& text);

// `text` with U+FFFD in place of whatever is no UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace harness
