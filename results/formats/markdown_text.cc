#include "results/formats/markdown_text.h"

#include <cctype>

#include "results/formats/display.h"

namespace results::formats {
namespace {

std::string_view html_entity(char letter) {
  switch (letter) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '@':
      return "&#64;";  // a mention
    case '|':
      return "&#124;";  // the end of a cell
    case '`':
      return "&#96;";
    case '#':
      return "&#35;";  // a heading, a reference
    default:
      return "";
  }
}

bool is_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0; }

// An underscore inside a word is one; at its edge it would begin emphasis.
bool is_emphasis(std::string_view text, std::size_t at) {
  if (text[at] == '*' || text[at] == '~') return true;
  const bool inside = at > 0 && at + 1 < text.size() && is_word(text[at - 1]) && is_word(text[at + 1]);
  return text[at] == '_' && !inside;
}

bool begins_link(std::string_view text, std::size_t at) {
  return text.substr(at).starts_with("://") || text[at] == '[' || text[at] == ']' || text[at] == '!' ||
         (text[at] == '.' && at >= 3 && text.substr(at - 3, 3) == "www");
}

}  // namespace

std::string markdown_text(std::string_view raw) {
  const std::string text = one_line(raw);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::string_view entity = html_entity(text[i]); !entity.empty()) {
      out += entity;
    } else if (begins_link(text, i)) {
      out += "&#" + std::to_string(static_cast<int>(text[i])) + ";";
    } else {
      if (is_emphasis(text, i) || text[i] == '\\') out += '\\';
      out += text[i];
    }
  }
  return out;
}

std::string markdown_preformatted(std::string_view text) {
  std::string out = "<pre>\n";
  for (const std::string& line : lines_of(text)) {
    for (const char letter : line) {
      const std::string_view entity = html_entity(letter);
      out += entity.empty() ? std::string(1, letter) : std::string(entity);
    }
    out += "\n";
  }
  return out + "</pre>\n";
}

}  // namespace results::formats
