// JSON as benchmark tools really write it, made readable for a strict parser.
#pragma once

#include <string>

namespace results::formats {

// Repairs `text` without moving anything, so that the parser's line and column are the file's:
// - the bare tokens NaN, Infinity, inf (any sign and case) become the empty text "", which is no number;
// - a comma between groups of three digits behind a key ("iterations": 1,000,000) goes, as no list can stand there;
// - control characters within texts become blanks.
// Bytes that are no UTF-8 become U+FFFD, which may move what follows.
void repair_json(std::string& text);

}  // namespace results::formats
