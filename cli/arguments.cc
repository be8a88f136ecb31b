#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/quantities.h"
#include "cli/version.h"
#include "harness/model/error.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

// Everything that the parse fills in; one sub-command's part is then handed to its command.
struct Parsed {
  RunOptions run;
  ListOptions list;
  ReportOptions report;
  ServeOptions serve;
  std::function<int()> command;
};

std::string format_names() {
  std::string names;
  for (const auto& format : results::formats::formats()) names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

void add_store(CLI::App& app, std::string& store) {
  app.add_option("--store", store, "the store: a file")->type_name("URL")->capture_default_str();
}

void add_format(CLI::App& app, std::string& format) {
  app.add_option("--format", format, "what to write to stdout: " + format_names())->type_name("NAME")->capture_default_str();
}

void add_worker(CLI::App& app, std::string& worker) {
  app.add_option("--worker", worker, "the worker program to measure (default: the engine's own)")->type_name("PROGRAM");
}

void add_patterns(CLI::App& app, std::vector<std::string>& patterns) {
  app.add_option("patterns", patterns, "scenarios, as globs: 'client/*'; none means all")->type_name("PATTERN");
}

template <class Value>
auto assign(Value& target, auto parse) {
  return [&target, parse](const std::string& text) { target = parse(text); };
}

// Words of the command line, each put into the set. A word that is none of them is bad usage here, not a broken store.
template <class Value>
auto collect(std::set<Value>& target, Value (*parse)(std::string_view)) {
  return [&target, parse](const std::vector<std::string>& words) {
    try {
      for (const auto& word : words) target.insert(parse(word));
    } catch (const harness::Error& error) {
      throw harness::UsageError(error.what());
    }
  };
}

void add_run(CLI::App& app, Parsed& parsed) {
  CLI::App& run = *app.add_subcommand("run", "measure before against after, store, print speedups with verdicts");
  RunOptions& options = parsed.run;
  add_patterns(run, options.patterns);
  add_store(run, options.store);
  add_format(run, options.format);
  add_worker(run, options.worker);
  run.add_option_function<std::string>("--preset", assign(options.preset, harness::preset_from_string),
                                       "how much to measure: smoke, quick, standard, full (default: quick)")
      ->type_name("NAME");
  run.add_option_function<std::vector<std::string>>(
         "--roles", collect(options.roles, harness::role_from_string),
         "which variants to compare with before: after, beyond, ablation, control (default: after; from preset standard "
         "on, all)")
      ->type_name("ROLE")
      ->delimiter(',');
  run.add_flag("--aa", options.against_itself, "measure every before variant against itself");
  run.add_option("--seed", options.seed, "of every random choice (default: drawn, and recorded)")->type_name("N");
  run.add_option("--launch-pairs", options.launch_pairs, "the most per trial (default: the preset's)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  run.add_option_function<std::string>("--tolerance", assign(options.tolerance, parse_percent),
                                       "a smaller change counts as none (default: 1%)")
      ->type_name("PERCENT");
  run.add_option_function<std::string>("--batch-time", assign(options.batch_time, parse_duration),
                                       "how long one batch of the slowest variant takes (default: the preset's)")
      ->type_name("TIME");
  run.add_option_function<std::string>("--batch-timeout", assign(options.batch_timeout, parse_duration),
                                       "after which a batch counts as hung (default: 60s)")
      ->type_name("TIME");
  run.add_option_function<std::string>("--launch-timeout", assign(options.launch_timeout, parse_duration),
                                       "for starting a worker and building its fixture (default: 120s)")
      ->type_name("TIME");
  run.add_option_function<std::vector<std::string>>(
         "--fail-on", collect(options.fail_on, harness::verdict_from_string),
         "verdicts that make the exit status 3 (regressed, mixed) or 4 (undecided)")
      ->type_name("VERDICT")
      ->delimiter(',');
  run.add_flag("--quiet", options.quiet, "no progress line");
  run.callback([&parsed] { parsed.command = [options = parsed.run] { return run_command(options); }; });
}

void add_list(CLI::App& app, Parsed& parsed) {
  CLI::App& list = *app.add_subcommand("list", "scenarios, variants, parameters, what each was reported to gain");
  add_patterns(list, parsed.list.patterns);
  add_worker(list, parsed.list.worker);
  list.add_option("--format", parsed.list.format, "what to write to stdout: text, json")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  list.callback([&parsed] { parsed.command = [options = parsed.list] { return list_command(options); }; });
}

void add_report(CLI::App& app, Parsed& parsed) {
  CLI::App& report = *app.add_subcommand("report", "write a stored run in one of the formats");
  report.add_option("run", parsed.report.run, "the run's id (default: the newest)")->type_name("RUN");
  add_store(report, parsed.report.store);
  add_format(report, parsed.report.format);
  report.add_flag("--rejudge", parsed.report.rejudge, "judge the stored samples again, by the rule kept with them");
  report.callback([&parsed] { parsed.command = [options = parsed.report] { return report_command(options); }; });
}

void add_serve(CLI::App& app, Parsed& parsed) {
  CLI::App& serve = *app.add_subcommand("serve", "the dashboard, in a browser");
  add_store(serve, parsed.serve.store);
  serve.add_option("--listen", parsed.serve.listen, "the address to listen on")->type_name("ADDRESS")->capture_default_str();
  serve.add_option("--port", parsed.serve.port, "the port; 0 lets the system choose")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  serve.add_flag("--allow-remote", parsed.serve.beyond_loopback,
                 "let --listen name an address that other machines reach; there is no authentication");
  serve.callback([&parsed] { parsed.command = [options = parsed.serve] { return serve_command(options); }; });
}

std::string joined(int argc, const char* const* argv) {
  std::string out;
  for (int i = 0; i < argc; ++i) out += (i == 0 ? "" : " ") + std::string(argv[i]);
  return out;
}

std::function<int()> print_and_stop(std::string text) {
  return [text = std::move(text)] {
    std::cout << text << std::flush;
    return static_cast<int>(kFine);
  };
}

}  // namespace

std::function<int()> parse_arguments(int argc, const char* const* argv) {
  Parsed parsed;
  parsed.run.command_line = joined(argc, argv);
  CLI::App app("Tells whether a change makes a C++ engine faster, slower or neither, by how much, and how sure that is.",
               "tandem");
  app.set_version_flag("--version", "tandem " + std::string(kVersion));
  app.require_subcommand(1);
  add_list(app, parsed);
  add_run(app, parsed);
  add_report(app, parsed);
  add_serve(app, parsed);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    return print_and_stop(chosen.empty() ? app.help() : chosen.front()->help());
  } catch (const CLI::CallForVersion&) {
    return print_and_stop("tandem " + std::string(kVersion) + "\n");
  } catch (const CLI::ParseError& error) {
    throw harness::UsageError(std::string(error.what()) + "; `tandem --help` lists what there is");
  }
  return parsed.command;
}

}  // namespace cli
