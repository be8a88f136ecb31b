// What a person is told who asked for a name that does not exist.
#pragma once

#include <string>
#include <vector>

namespace harness::measure {

// Throws Error: there is no `what` called `name`, and these of `known` are the closest.
[[noreturn]] void refuse_name(const std::string& what, const std::string& name, const std::vector<std::string>& known);

}  // namespace harness::measure
