// Names inside Markdown: shown as they are, never as markup, a mention, a link or the end of a table cell.
#pragma once

#include <string>
#include <string_view>

namespace results::formats {

// One line of GitHub-flavoured Markdown that renders as `text`.
std::string markdown_text(std::string_view text);

// Lines of a program's output as an HTML block that keeps them as they are.
std::string markdown_preformatted(std::string_view text);

}  // namespace results::formats
