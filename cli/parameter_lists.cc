#include "cli/parameter_lists.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "harness/model/error.h"

namespace cli {
namespace {

// More values than anybody waits for: it is a step that was meant to be larger.
constexpr double kMostValues = 1000;

// Text that reads as a whole number is one, as everywhere in parameters.
harness::ParameterValue value_from(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size() && std::to_string(number) == text;
  return whole ? harness::ParameterValue(number) : harness::ParameterValue(text);
}

double number_from(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(number)) return number;
  throw harness::UsageError("--parameter-scan takes a name and two numbers; '" + text + "' is no number");
}

int decimals_of(const std::string& text) {
  const auto point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

std::string fixed(double value, int decimals) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr;
  return {text, end};
}

}  // namespace

ParameterList parse_parameter_list(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw harness::UsageError("--parameter-list takes NAME=VALUE,VALUE,..., not '" + text + "'");
  }
  ParameterList list{.name = text.substr(0, equals), .values = {}};
  for (std::size_t start = equals + 1; start <= text.size();) {
    const auto end = std::min(text.find(',', start), text.size());
    list.values.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return list;
}

ParameterList scanned(const std::string& name, const std::string& first, const std::string& last,
                      const std::string& step) {
  const double from = number_from(first), to = number_from(last), by = number_from(step);
  if (by <= 0 || to < from) {
    throw harness::UsageError("--parameter-scan " + name + " goes upwards from " + first + " to " + last +
                              " in steps of more than 0, not of " + step);
  }
  const double steps = std::floor((to - from) / by + 1e-9);  // 0.1 is no binary number: 0.3 / 0.1 is just below 3
  if (steps >= kMostValues) throw harness::UsageError("--parameter-scan " + name + " would take over 1000 values");
  const int decimals = std::max({decimals_of(first), decimals_of(last), decimals_of(step)});
  ParameterList list{.name = name, .values = {}};
  for (int i = 0; i <= static_cast<int>(steps); ++i) list.values.push_back(fixed(from + i * by, decimals));
  return list;
}

std::vector<harness::Parameters> parameter_points(const std::vector<ParameterList>& lists) {
  std::vector<harness::Parameters> points{harness::Parameters()};
  for (const auto& [name, values] : lists) {
    std::vector<harness::Parameters> longer;
    for (const auto& point : points) {
      for (const auto& value : values) {
        longer.push_back(point);
        longer.back().add(name, value_from(value));
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::string filled_in(std::string line, const harness::Parameters& parameters) {
  for (const auto& [name, value] : parameters.values()) {
    const std::string place = "{" + name + "}";
    const std::string text = harness::to_string(value);
    for (auto at = line.find(place); at != std::string::npos; at = line.find(place, at + text.size())) {
      line.replace(at, place.size(), text);
    }
  }
  return line;
}

}  // namespace cli
