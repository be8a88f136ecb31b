// tandem config: every setting in force as a line of TOML, and where each came from; now, or when a run began.
#include <iostream>

#include "cli/config_file.h"
#include "cli/exit_status.h"
#include "cli/project_commands.h"
#include "harness/model/error.h"
#include "results/store/store.h"

namespace cli {
namespace {

std::string settings_of(const std::string& run_id, const std::string& store) {
  const auto run = results::store::Store::open(store, results::store::Access::ReadOnly).run(run_id);
  if (!run) throw harness::UsageError("the store " + store + " has no run " + run_id);
  return run->settings.empty() ? "# run " + run_id + " was of no project\n" : run->settings;
}

}  // namespace

int config_command(const ConfigOptions& options) {
  const Config config = effective_config(options.project);
  if (options.run.empty()) {
    std::cout << "# " << (config.file.empty() ? "there is no " + std::string(kConfigName) : config.file) << "\n"
              << to_toml(config) << std::flush;
  } else {
    std::cout << settings_of(options.run, config.store.value) << std::flush;
  }
  return kFine;
}

}  // namespace cli
