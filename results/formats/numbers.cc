#include "results/formats/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace results::formats {
namespace {

constexpr int kSignificantDigits = 4;  // three say a 1 % change badly, five say more than a measurement knows
constexpr std::string_view kNotANumber = "n/a";

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return std::string(kNotANumber);
  std::array<char, 400> text{};  // the largest double has 309 digits before the point
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr;
  return {text.data(), end};
}

// Digits before the decimal point after rounding to four significant ones: 9.9996 is written 10.00.
int digits_before_point(double value) {
  const double magnitude = std::abs(value);
  if (magnitude == 0) return 1;
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
  const double unit = std::pow(10.0, exponent - kSignificantDigits + 1);
  return std::round(magnitude / unit) * unit >= std::pow(10.0, exponent + 1) ? exponent + 2 : exponent + 1;
}

std::string significant(double value) {
  if (!std::isfinite(value)) return std::string(kNotANumber);
  if (value == 0) return "0";
  // Below 0.1 leading zeros do not count; at most 12 decimals, far below anything that can be measured.
  const int decimals = std::min(std::max(kSignificantDigits - digits_before_point(value), 0), 12);
  return fixed(value, std::abs(value) < 1 && std::abs(value) >= 0.1 ? kSignificantDigits - 1 : decimals);
}

struct Scale {
  double base_units;  // how many of the smallest unit
  std::string_view name;
};

constexpr Scale kTimes[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}};
constexpr Scale kBytes[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};

// A unit taken apart: the scales it can move on, how many of the smallest it is, and what it is per.
struct Unit {
  std::span<const Scale> scales;
  double base_units = 1;
  std::string per;  // "/op" or empty
};

Unit unit_from(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view name = text.substr(0, slash);
  for (const Scale& scale : kTimes) {
    if (scale.name == name) return {kTimes, scale.base_units, std::string(text.substr(slash))};
  }
  if (name == "bytes" || name == "B") return {kBytes, 1, std::string(text.substr(slash))};
  return {{}, 1, std::string(text)};
}

// The largest scale on which the value, as written, is at least 1.
const Scale& scale_for(double value, const Unit& unit) {
  std::size_t best = 0;
  while (best + 1 < unit.scales.size() &&
         digits_before_point(value * unit.base_units / unit.scales[best].base_units) > 3) {
    ++best;
  }
  return unit.scales[best];
}

std::string with_unit(const std::string& figure, std::string_view name, const std::string& per) {
  if (name.empty() && per.empty()) return figure;
  return figure + " " + std::string(name) + per;
}

}  // namespace

std::string quantity(double value, std::string_view text) {
  const Unit unit = unit_from(text);
  if (unit.scales.empty() || !std::isfinite(value)) return with_unit(significant(value), "", std::string(text));
  const Scale& scale = scale_for(value, unit);
  return with_unit(significant(value * unit.base_units / scale.base_units), scale.name, unit.per);
}

BeforeAfter before_after(double before, double after, std::string_view text) {
  const Unit unit = unit_from(text);
  if (unit.scales.empty()) return {significant(before), quantity(after, text)};
  const Scale& scale = scale_for(std::max(before, after), unit);
  const double factor = unit.base_units / scale.base_units;
  // A figure of the common unit below a hundredth would be mostly zeros.
  if (std::min(before, after) * factor < 0.01) return {quantity(before, text), quantity(after, text)};
  return {significant(before * factor), with_unit(significant(after * factor), scale.name, unit.per)};
}

std::string factor(double ratio) {
  if (!std::isfinite(ratio)) return std::string(kNotANumber);
  return "x" + significant(ratio);
}

std::string change(double percent) {
  if (!std::isfinite(percent)) return std::string(kNotANumber);
  const double magnitude = std::abs(percent);
  // Below 1 % the second decimal tells 0.4 from 0.04; next to -100 % it tells a factor of 1000 from one of 10000.
  const int decimals = magnitude < 0.995 || (percent < -99 && percent > -100) ? 2 : magnitude < 99.95 ? 1 : 0;
  const std::string figure = fixed(magnitude, decimals);
  const bool zero = figure.find_first_not_of("0.") == std::string::npos;
  return (zero ? "" : percent < 0 ? "-" : "+") + figure + " %";
}

std::string interval(const harness::Interval& interval) {
  return "[" + significant(interval.low) + ", " + significant(interval.high) + "]";
}

std::string percent(double fraction) {
  if (!std::isfinite(fraction)) return std::string(kNotANumber);
  const double value = 100 * fraction;
  std::string figure = fixed(value, value < 0.995 ? 2 : 1);
  while (figure.ends_with('0')) figure.pop_back();  // a tolerance of "1 %", not "1.0 %"
  if (figure.ends_with('.')) figure.pop_back();
  return figure + " %";
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return std::string(kNotANumber);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (seconds < 9.95) return fixed(seconds, 1) + " s";
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string speedup(const harness::Speedup& speedup) {
  return factor(speedup.ratio) + " " + (speedup.interval ? interval(*speedup.interval) : "[no interval]");
}

}  // namespace results::formats
