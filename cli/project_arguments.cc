#include "cli/project_arguments.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/assign.h"
#include "cli/project_commands.h"
#include "cli/quantities.h"

namespace cli {
namespace {

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
  config.add_option("--run", options->run, "what was in force for that run")->type_name("ID");
  config.callback([options, &command] { command = [options] { return config_command(*options); }; });
}

void add_sides(CLI::App& app, NightlyOptions& options) {
  app.add_option("--before", options.before,
                 "the revision to compare with (default: the newest tag before after, or the commit before it)")
      ->type_name("REV");
  app.add_option("--after", options.after, "the revision to judge")->type_name("REV")->capture_default_str();
  app.add_option("--baseline", options.baseline, "compare with the baseline of that name")
      ->type_name("NAME")
      ->excludes("--before");
  app.add_flag_callback(
      "--dirty", [&options] { options.checkout = Checkout::MayHaveChanges; },
      "HEAD is the checkout as it stands, with its changes");
}

void add_nightly(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  CLI::App& nightly = *app.add_subcommand("nightly", "build two revisions, run them together, judge, gate");
  const auto options = options_of<NightlyOptions>(command_line);
  nightly.add_option("patterns", options->project.patterns, "scenarios, as globs: 'client/*'; none means all")
      ->type_name("PATTERN");
  add_sides(nightly, *options);
  add_settings(nightly, options->project);
  add_gate(nightly, options->project);
  nightly.add_option_function<std::string>(
             "--shard", [options](const std::string& text) { options->shard = parse_shard(text); },
             "only this part of the scenarios: 2/8 is the second of eight")
      ->type_name("K/N");
  nightly.add_option_function<std::string>("--seed", assign(options->seed, parse_seed),
                                           "of every random choice (default: drawn, and recorded)")
      ->type_name("N");
  nightly.add_option("--format", options->format, "what to write to stdout (default: a table of what changed)")
      ->type_name("NAME");
  nightly.add_option_function<std::vector<std::string>>(
             "--write",
             [options](const std::vector<std::string>& texts) {
               for (const auto& text : texts) options->files.push_back(parse_report_file(text));
             },
             "a report into a file as well: junit=night.xml, markdown=summary.md; may be repeated")
      ->type_name("FORMAT=FILE");
  nightly.add_flag_callback(
      "--quiet", [options] { options->progress = Progress::Show::Never; }, "say nothing while building and measuring");
  nightly.callback([options, &command] { command = [options] { return nightly_command(*options); }; });
}

void add_bisect(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  CLI::App& bisect = *app.add_subcommand("bisect", "find the commit that changed a scenario");
  const auto options = options_of<BisectOptions>(command_line);
  bisect.add_option("good", options->good, "a revision before the change")->required()->type_name("GOOD");
  bisect.add_option("bad", options->bad, "a revision after it")->required()->type_name("BAD");
  bisect.add_option("scenario", options->scenario, "its name, or with a point: 'log/append n=1'")
      ->required()
      ->type_name("SCENARIO");
  add_settings(bisect, options->project);
  bisect.add_option_function<std::string>("--seed", assign(options->seed, parse_seed),
                                          "of every random choice (default: drawn, and recorded)")
      ->type_name("N");
  bisect.add_flag_callback(
      "--quiet", [options] { options->progress = Progress::Show::Never; }, "say nothing while building and measuring");
  bisect.callback([options, &command] { command = [options] { return bisect_command(*options); }; });
}

void add_db(CLI::App& app, std::function<int()>& command) {
  CLI::App& db = *app.add_subcommand("db", "look after a store");
  db.require_subcommand(1);
  CLI::App& merge = *db.add_subcommand("merge", "the runs of other stores into the first one");
  const auto options = std::make_shared<MergeOptions>();
  merge.add_option("into", options->into)->required()->type_name("STORE");
  merge.add_option("from", options->from)->required()->type_name("STORE");
  merge.callback([options, &command] { command = [options] { return merge_command(*options); }; });
}

void add_store(CLI::App& app, BaselineOptions& options) {
  app.add_option("--config", options.project.config, "the settings (default: tandem.toml here or in a folder above)")
      ->type_name("FILE");
  app.add_option("--store", options.project.store, "the store: a file")->type_name("URL");
}

void add_baseline(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  CLI::App& baseline = *app.add_subcommand("baseline", "revisions by name, to compare later ones with");
  baseline.require_subcommand(1);
  const auto options = options_of<BaselineOptions>(command_line);
  CLI::App& set = *baseline.add_subcommand("set", "from now on, this revision is the baseline of that name");
  set.add_option("name", options->name)->required()->type_name("NAME");
  set.add_option("revision", options->revision)->required()->type_name("REV");
  set.add_option("--why", options->why, "in a few words")->required()->type_name("TEXT");
  CLI::App& list = *baseline.add_subcommand("list", "the baselines there are");
  CLI::App& show = *baseline.add_subcommand("show", "every revision that was the baseline of that name, newest first");
  show.add_option("name", options->name)->required()->type_name("NAME");
  for (CLI::App* each : {&set, &list, &show}) add_store(*each, *options);
  set.callback([options, &command] { command = [options] { return baseline_set_command(*options); }; });
  list.callback([options, &command] { command = [options] { return baseline_list_command(*options); }; });
  show.callback([options, &command] { command = [options] { return baseline_show_command(*options); }; });
}

}  // namespace

void add_project_commands(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  add_nightly(app, command_line, command);
  add_bisect(app, command_line, command);
  add_baseline(app, command_line, command);
  add_db(app, command);
  add_config(app, command_line, command);
}

}  // namespace cli
