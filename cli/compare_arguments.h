// The arguments of `tandem compare`.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace cli {

// Adds the sub-command; if the parse chooses it, it is put into `command`, which must outlive the parse.
void add_compare(CLI::App& app, const std::string& command_line, std::function<int()>& command);

}  // namespace cli
