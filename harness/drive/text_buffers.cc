#include "harness/drive/text_buffers.h"

#include <algorithm>

namespace harness::drive {
namespace {

constexpr std::size_t kTailBytes = 16 * 1024;  // more than anyone reads in a report, little enough to store

char printable(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return (code < 0x20 && byte != '\n' && byte != '\t') || code == 0x7F ? '?' : byte;
}

}  // namespace

std::optional<std::string> LineBuffer::take_line() {
  const std::size_t end = pending_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

void TextTail::append(std::string_view piece) {
  text_ += piece;
  // Trimmed at twice the size, so that many small pieces do not each move the whole text.
  if (text_.size() > 2 * kTailBytes) text_.erase(0, text_.size() - kTailBytes);
}

std::string TextTail::last_lines(int count) const {
  std::string_view text = text_;
  if (text.size() > kTailBytes) text.remove_prefix(text.size() - kTailBytes);
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t start = text.size();
  for (int line = 0; line < count && start != std::string_view::npos; ++line) {
    start = start == 0 ? std::string_view::npos : text.rfind('\n', start - 1);
  }
  std::string lines(start == std::string_view::npos ? text : text.substr(start + 1));
  std::ranges::transform(lines, lines.begin(), printable);
  return lines;
}

}  // namespace harness::drive
