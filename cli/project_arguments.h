// The arguments of the sub-commands that work on a project: a git repository with a tandem.toml.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace cli {

// Adds them; the one that is chosen by the parse is put into `command`, which must outlive `app`'s parse.
void add_project_commands(CLI::App& app, const std::string& command_line, std::function<int()>& command);

}  // namespace cli
