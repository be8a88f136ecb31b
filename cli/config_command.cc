// tandem config: every setting in force as a line of TOML, and where each came from.
#include <iostream>

#include "cli/config_file.h"
#include "cli/exit_status.h"
#include "cli/project_commands.h"

namespace cli {

int config_command(const ConfigOptions& options) {
  const Config config = effective_config(options.project);
  std::cout << "# " << (config.file.empty() ? "there is no " + std::string(kConfigName) : config.file) << "\n"
            << to_toml(config) << std::flush;
  return kFine;
}

}  // namespace cli
