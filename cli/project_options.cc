#include "cli/project_options.h"

#include "cli/config_file.h"

namespace cli {
namespace {

template <class Value>
void say(Setting<Value>& setting, const std::optional<Value>& said) {
  if (said) setting.override(*said);
}

}  // namespace

Config effective_config(const ProjectOptions& options) {
  Config config = read_config(find_config(options.config, "."));
  say(config.store, options.store);
  say(config.build_cache, options.build_cache);
  say(config.preset, options.preset);
  say(config.launch_pairs, options.launch_pairs);
  say(config.batch_timeout, options.batch_timeout);
  say(config.launch_timeout, options.launch_timeout);
  say(config.max_regression, options.max_regression);
  if (!options.patterns.empty()) config.scenarios_only.override(options.patterns);
  if (!options.fail_on.empty()) config.fail_on.override(options.fail_on);
  if (options.tolerance) config.tolerances.override({{"*", *options.tolerance}});
  return config;
}

}  // namespace cli
