#include "cli/project_arguments.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/project_commands.h"
#include "cli/quantities.h"

namespace cli {
namespace {

template <class Value>
auto assign(std::optional<Value>& target, auto parse) {
  return [&target, parse](const std::string& text) { target = parse(text); };
}

void add_settings(CLI::App& app, ProjectOptions& options) {
  app.add_option("--config", options.config, "the settings (default: tandem.toml here or in a folder above)")
      ->type_name("FILE");
  app.add_option("--store", options.store, "the store: a file")->type_name("URL");
  app.add_option("--build-cache", options.build_cache, "the folder of built revisions (default: in the user's cache)")
      ->type_name("FOLDER");
  app.add_option_function<std::string>("--preset", assign(options.preset, harness::preset_from_string),
                                       "how much to measure: smoke, quick, standard, full")
      ->type_name("NAME");
  app.add_option("--launch-pairs", options.launch_pairs, "the most per trial")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  app.add_option_function<std::string>("--tolerance", assign(options.tolerance, parse_percent),
                                       "a smaller change counts as none, in every scenario")
      ->type_name("PERCENT");
  app.add_option_function<std::string>("--batch-timeout", assign(options.batch_timeout, parse_duration),
                                       "after which a batch counts as hung")
      ->type_name("TIME");
  app.add_option_function<std::string>("--launch-timeout", assign(options.launch_timeout, parse_duration),
                                       "for starting a worker and building its fixture")
      ->type_name("TIME");
}

void add_gate(CLI::App& app, ProjectOptions& options) {
  app.add_option_function<std::vector<std::string>>(
         "--fail-on",
         [&options](const std::vector<std::string>& words) {
           for (const auto& word : words) options.fail_on.insert(failing_verdict(word));
         },
         "verdicts that make the exit status 3 (regressed, mixed) or 4 (undecided)")
      ->type_name("VERDICT")
      ->delimiter(',');
  app.add_option_function<std::string>("--max-regression", assign(options.max_regression, parse_percent),
                                       "a confirmed regression of less than this is shown and let pass")
      ->type_name("PERCENT");
}

// Options that live until the command runs: CLI11 fills them in by reference.
template <class Options>
std::shared_ptr<Options> options_of(const std::string& command_line) {
  auto options = std::make_shared<Options>();
  options->project.command_line = command_line;
  return options;
}

void add_config(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  CLI::App& config = *app.add_subcommand("config", "every setting in force, and where each came from");
  const auto options = options_of<ConfigOptions>(command_line);
  add_settings(config, options->project);
  add_gate(config, options->project);
  config.callback([options, &command] { command = [options] { return config_command(*options); }; });
}

}  // namespace

void add_project_commands(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  add_config(app, command_line, command);
}

}  // namespace cli
