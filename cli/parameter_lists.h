// Parameters of a command: `{NAME}` in its line stands for each value in turn, as in hyperfine.
#pragma once

#include <string>
#include <vector>

#include "harness/model/parameters.h"

namespace cli {

struct ParameterList {
  std::string name;
  std::vector<std::string> values;
};

// "size=1,10,100". Throws UsageError with what is wrong.
ParameterList parse_parameter_list(const std::string& text);

// From `first` to `last` in steps, both ends included where the steps meet them: whole numbers, or decimals where one
// of the three is one.
ParameterList scanned(const std::string& name, const std::string& first, const std::string& last,
                      const std::string& step);

// Every combination of values, the last list's changing fastest. One empty point for no lists.
std::vector<harness::Parameters> parameter_points(const std::vector<ParameterList>& lists);

// `line` with every `{NAME}` of these parameters replaced by its value.
std::string filled_in(std::string line, const harness::Parameters& parameters);

}  // namespace cli
