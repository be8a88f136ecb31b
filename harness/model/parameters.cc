#include "harness/model/parameters.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "harness/model/error.h"

namespace harness {
namespace {

const ParameterValue& find(const std::vector<Parameter>& values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &Parameter::name);
  if (found == values.end()) throw Error("there is no parameter '" + std::string(name) + "'");
  return found->value;
}

ParameterValue value_from_string(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && std::to_string(number) == text) return number;
  return std::string(text);
}

}  // namespace

void Parameters::add(std::string name, ParameterValue value) {
  values_.push_back({std::move(name), std::move(value)});
}

std::int64_t Parameters::integer(std::string_view name) const {
  const ParameterValue& value = find(values_, name);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  throw Error("parameter '" + std::string(name) + "' is the text '" + std::get<std::string>(value) +
              "' where a whole number is needed");
}

const std::string& Parameters::text(std::string_view name) const {
  const ParameterValue& value = find(values_, name);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  throw Error("parameter '" + std::string(name) + "' is a number where a word is needed");
}

std::string to_string(const ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::string to_string(const Parameters& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters.values()) {
    out += (out.empty() ? "" : " ") + name + "=" + to_string(value);
  }
  return out;
}

Parameters parameters_from_string(std::string_view text) {
  Parameters parameters;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Error("'" + std::string(word) + "' is not a parameter of the form name=value");
    }
    parameters.add(std::string(word.substr(0, equals)), value_from_string(word.substr(equals + 1)));
  }
  return parameters;
}

}  // namespace harness
