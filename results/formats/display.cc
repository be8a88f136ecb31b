#include "results/formats/display.h"

#include <algorithm>
#include <iterator>

#include "harness/model/utf8.h"

namespace results::formats {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Combining marks and invisible joiners of the scripts that names are likely to use (Unicode general categories Mn, Me
// and Cf).
constexpr Range kZeroWidth[] = {{0x0300, 0x036F}, {0x0483, 0x0489},  {0x0591, 0x05BD}, {0x0610, 0x061A},
                                {0x064B, 0x065F}, {0x0E34, 0x0E3A},  {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
                                {0x1DC0, 0x1DFF}, {0x200B, 0x200D},  {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                                {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};

// East Asian wide and fullwidth characters, and emoji (Unicode EastAsianWidth W and F, in blocks).
constexpr Range kDoubleWidth[] = {
    {0x1100, 0x115F}, {0x231A, 0x231B}, {0x23E9, 0x23EC},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF}, {0xA000, 0xA4CF}, {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

template <std::size_t N>
bool is_in(const Range (&ranges)[N], char32_t point) {
  const auto next = std::ranges::upper_bound(ranges, point, {}, &Range::first);
  return next != std::begin(ranges) && point <= std::prev(next)->last;
}

bool is_control(char32_t point) { return point < 0x20 || (point >= 0x7F && point < 0xA0); }

// Embeddings, overrides and isolates: text after them could be shown in another order.
bool turns_direction(char32_t point) {
  return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) || point == 0x200E ||
         point == 0x200F || point == 0x061C;
}

bool breaks_line(char32_t point) { return point == 0x2028 || point == 0x2029; }

int width_of(char32_t point) {
  if (is_in(kZeroWidth, point)) return 0;
  return is_in(kDoubleWidth, point) ? 2 : 1;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string out;
  const std::string clean = harness::valid_utf8(text);
  std::string_view rest = clean;
  while (!rest.empty()) {
    const std::string_view before = rest;
    const char32_t point = harness::take_code_point(rest);
    const bool harmful = is_control(point) || turns_direction(point) || breaks_line(point);
    out += harmful ? std::string_view("\xEF\xBF\xBD") : before.substr(0, before.size() - rest.size());
  }
  return out;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) width += width_of(harness::take_code_point(text));
  return width;
}

std::string padded_right(std::string text, int width) {
  text.append(static_cast<std::size_t>(std::max(width - display_width(text), 0)), ' ');
  return text;
}

std::string padded_left(std::string text, int width) {
  text.insert(0, static_cast<std::size_t>(std::max(width - display_width(text), 0)), ' ');
  return text;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.empty() && display_width(lines.back()) + 1 + display_width(word) <= width) {
      lines.back().append(" ").append(word);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(one_line(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace results::formats
