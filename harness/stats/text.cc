#include "harness/stats/text.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace harness::stats {
namespace {

std::string formatted(const char* format, double number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

}  // namespace

std::string factor_text(double factor) { return formatted("x%.3f", factor); }

std::string percent_text(double fraction) {
  const double percent = fraction * 100;
  return formatted(percent < 10 ? "%.2g %%" : "%.0f %%", percent);  // two digits are all that noise leaves
}

std::string exact_text(double number) {
  std::array<char, 32> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), result.ptr};
}

}  // namespace harness::stats
