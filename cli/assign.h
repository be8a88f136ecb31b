// For options of CLI11 whose text is more than it can read itself.
#pragma once

#include <string>

namespace cli {

// A callback that puts what `parse` makes of the option's text into `target`, which must outlive the parsing.
template <class Value>
auto assign(Value& target, auto parse) {
  return [&target, parse](const std::string& text) { target = parse(text); };
}

}  // namespace cli
