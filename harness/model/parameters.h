// A parameter point: the named knob settings at which a scenario is measured, in the order the scenario declares them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace harness {

using ParameterValue = std::variant<std::int64_t, std::string>;

struct Parameter {
  std::string name;
  ParameterValue value;

  bool operator==(const Parameter&) const = default;
};

class Parameters {
 public:
  Parameters() = default;
  Parameters(std::initializer_list<Parameter> values) : values_(values) {}
  explicit Parameters(std::vector<Parameter> values) : values_(std::move(values)) {}

  [[nodiscard]] const std::vector<Parameter>& values() const { return values_; }
  [[nodiscard]] bool empty() const { return values_.empty(); }
  void add(std::string name, ParameterValue value);

  // The value of `name`; throws Error if it is absent or of the other kind.
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

  bool operator==(const Parameters&) const = default;

 private:
  std::vector<Parameter> values_;
};

// "ops=33289 order=sorted": for labels, URLs and the store's key. Text that reads as an integer is one.
std::string to_string(const Parameters& parameters);
std::string to_string(const ParameterValue& value);
Parameters parameters_from_string(std::string_view text);

}  // namespace harness
