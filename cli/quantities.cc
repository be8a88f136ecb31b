#include "cli/quantities.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "harness/model/error.h"

namespace cli {
namespace {

using std::chrono::nanoseconds;

// The number in front, and the unit behind it without blanks between.
std::pair<double, std::string_view> split(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return {std::nan(""), text};
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  return {number, unit};
}

constexpr std::array<std::pair<std::string_view, double>, 6> kUnits{
    {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}}};

constexpr double kLongest_ns = 1e6 * 3600e9;  // a million hours: beyond it, the number of nanoseconds overflows

}  // namespace

nanoseconds parse_duration(std::string_view text) {
  const auto [number, unit] = split(text);
  for (const auto& [name, scale] : kUnits) {
    if (unit == name && number > 0 && number * scale <= kLongest_ns) {
      return nanoseconds(static_cast<nanoseconds::rep>(number * scale));
    }
  }
  throw harness::UsageError("'" + std::string(text) + "' is not a duration; write it like 10s, 200ms or 2min");
}

double parse_percent(std::string_view text) {
  const auto [number, unit] = split(text);
  if (unit == "%" && number >= 0 && number < 100) return number / 100;
  throw harness::UsageError("'" + std::string(text) + "' is not a percentage; write it like 1% or 0.5%");
}

std::uint64_t parse_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc() && end == text.data() + text.size()) return seed;
  throw harness::UsageError("'" + std::string(text) + "' is not a seed; it is a whole number from 0 to 18446744073709551615");
}

harness::Verdict failing_verdict(std::string_view text) {
  for (const auto verdict : {harness::Verdict::Regressed, harness::Verdict::Mixed, harness::Verdict::Undecided}) {
    if (text == to_string(verdict)) return verdict;
  }
  throw harness::UsageError("--fail-on takes regressed, mixed and undecided, not '" + std::string(text) + "'");
}

std::string format_duration(nanoseconds duration) {
  const auto seconds = std::chrono::round<std::chrono::seconds>(duration).count();
  if (seconds < 60) return std::to_string(seconds) + " s";
  return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
}

}  // namespace cli
