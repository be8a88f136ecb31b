#include "harness/model/utf8.h"

namespace harness {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// How many bytes follow a first byte, and which second bytes are well formed after it (Unicode, table 3-7).
struct Sequence {
  int following = 0;
  unsigned char second_low = 0x80;
  unsigned char second_high = 0xBF;
};

bool sequence_of(unsigned char first, Sequence& sequence) {
  if (first >= 0xC2 && first <= 0xDF) return sequence = {1, 0x80, 0xBF}, true;
  if (first == 0xE0) return sequence = {2, 0xA0, 0xBF}, true;  // nothing that fits in two bytes
  if (first == 0xED) return sequence = {2, 0x80, 0x9F}, true;  // no surrogates
  if (first >= 0xE1 && first <= 0xEF) return sequence = {2, 0x80, 0xBF}, true;
  if (first == 0xF0) return sequence = {3, 0x90, 0xBF}, true;
  if (first >= 0xF1 && first <= 0xF3) return sequence = {3, 0x80, 0xBF}, true;
  if (first == 0xF4) return sequence = {3, 0x80, 0x8F}, true;  // nothing beyond U+10FFFF
  return false;
}

unsigned char take_byte(std::string_view& text) {
  const auto byte = static_cast<unsigned char>(text.front());
  text.remove_prefix(1);
  return byte;
}

}  // namespace

char32_t take_code_point(std::string_view& text) {
  const unsigned char first = take_byte(text);
  if (first < 0x80) return first;
  Sequence sequence;
  if (!sequence_of(first, sequence)) return kReplacement;
  char32_t point = first & (0x3F >> sequence.following);
  unsigned char low = sequence.second_low;
  unsigned char high = sequence.second_high;
  for (int i = 0; i < sequence.following; ++i, low = 0x80, high = 0xBF) {
    if (text.empty()) return kReplacement;
    const auto next = static_cast<unsigned char>(text.front());
    if (next < low || next > high) return kReplacement;
    point = (point << 6) | (take_byte(text) & 0x3F);
  }
  return point;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t point = take_code_point(text);
    const std::string_view taken = before.substr(0, before.size() - text.size());
    const bool replaced = point == kReplacement && taken != "\xEF\xBF\xBD";
    out += replaced ? std::string_view("\xEF\xBF\xBD") : taken;
  }
  return out;
}

}  // namespace harness
