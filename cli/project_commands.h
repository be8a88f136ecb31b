// The sub-commands that work on a project: a git repository with a tandem.toml. They return the exit status.
#pragma once

#include "cli/project_options.h"

namespace cli {

struct ConfigOptions {
  ProjectOptions project;
};

int config_command(const ConfigOptions& options);

}  // namespace cli
