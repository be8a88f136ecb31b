#include "results/formats/lenient_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "harness/model/utf8.h"

namespace results::formats {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Longest first: "inf" begins "infinity".
constexpr std::array<std::string_view, 3> kNoNumbers{"infinity", "inf", "nan"};

class Repair {
 public:
  explicit Repair(std::string& text) : text_(text) {}

  void run() {
    while (at_ < text_.size()) step();
  }

 private:
  void step() {
    const char letter = text_[at_];
    if (letter == '"') return skip_text();
    if (letter == '{' || letter == '[') open_.push_back(letter);
    if ((letter == '}' || letter == ']') && !open_.empty()) open_.pop_back();
    if (letter == '-' || letter == '+' || std::isalpha(static_cast<unsigned char>(letter)) != 0) return take_word();
    if (is_digit(letter)) return take_number();
    ++at_;
  }

  void skip_text() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
      if (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) < 0x20) text_[at_] = ' ';
    }
    if (at_ < text_.size()) ++at_;
  }

  // Blanks in place of what is beyond the two quotes.
  void take_word() {
    const std::size_t sign = text_[at_] == '-' || text_[at_] == '+' ? 1 : 0;
    for (const std::string_view word : kNoNumbers) {
      if (!stands_here(word, at_ + sign)) continue;
      const auto from = text_.begin() + static_cast<std::ptrdiff_t>(at_);
      std::fill_n(from, sign + word.size(), ' ');
      text_[at_] = text_[at_ + 1] = '"';
      at_ += sign + word.size();
      return;
    }
    if (sign == 1 && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
      ++at_;
      return take_number();
    }
    for (++at_; at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0;) ++at_;
  }

  [[nodiscard]] bool stands_here(std::string_view word, std::size_t at) const {
    if (at + word.size() > text_.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (std::tolower(static_cast<unsigned char>(text_[at + i])) != word[i]) return false;
    }
    const std::size_t end = at + word.size();
    return end == text_.size() || std::isalnum(static_cast<unsigned char>(text_[end])) == 0;
  }

  // Within an object a digit cannot follow a comma, so groups of three there are one number. The number moves to the
  // end of its place, blanks before it.
  void take_number() {
    const std::size_t begin = at_;
    std::size_t end = digits_end(at_);
    if (!open_.empty() && open_.back() == '{' && end - begin <= 3) {
      while (is_group(end)) end += 4;
      squeeze(begin, end);
    }
    at_ = end;
    while (at_ < text_.size() && (is_digit(text_[at_]) || std::string_view(".eE+-").find(text_[at_]) != std::string_view::npos)) ++at_;
  }

  [[nodiscard]] std::size_t digits_end(std::size_t at) const {
    while (at < text_.size() && is_digit(text_[at])) ++at;
    return at;
  }

  [[nodiscard]] bool is_group(std::size_t comma) const {
    return comma + 3 < text_.size() && text_[comma] == ',' && digits_end(comma + 1) == comma + 4;
  }

  void squeeze(std::size_t begin, std::size_t end) {
    std::size_t to = end;
    for (std::size_t from = end; from-- > begin;) {
      if (text_[from] != ',') text_[--to] = text_[from];
    }
    if (to == begin) return;
    const bool negative = begin > 0 && text_[begin - 1] == '-';
    if (negative) text_[begin - 1] = ' ';
    std::fill(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.begin() + static_cast<std::ptrdiff_t>(to), ' ');
    if (negative) text_[to - 1] = '-';
  }

  std::string& text_;
  std::size_t at_ = 0;
  std::vector<char> open_;
};

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

}  // namespace

void repair_json(std::string& text) {
  if (!is_ascii(text)) text = harness::valid_utf8(text);
  Repair(text).run();
}

}  // namespace results::formats
