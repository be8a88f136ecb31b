// What a child says, piece by piece: whole lines of its output, and the end of its error output.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace harness::drive {

// Joins what read() returns into lines.
class LineBuffer {
 public:
  void append(std::string_view piece) { pending_ += piece; }
  // The next whole line without its end, if there is one. A carriage return before the newline belongs to the end.
  std::optional<std::string> take_line();
  // Bytes after the last whole line taken.
  [[nodiscard]] const std::string& pending() const { return pending_; }

 private:
  std::string pending_;
};

// Keeps the last bytes of a text of any length.
class TextTail {
 public:
  void append(std::string_view piece);
  // The last `count` lines, joined by newlines, without the final one. Bytes that would upset a terminal or a page
  // (control characters other than tab) become '?'.
  [[nodiscard]] std::string last_lines(int count) const;

 private:
  std::string text_;
};

}  // namespace harness::drive
