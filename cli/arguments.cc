#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>

#include "cli/assign.h"
#include "cli/commands.h"
#include "cli/compare_arguments.h"
#include "cli/exit_status.h"
#include "cli/project_arguments.h"
#include "cli/quantities.h"
#include "cli/recorded_commands.h"
#include "cli/version.h"
#include "engine/loadgen/loadgen_options.h"
#include "harness/model/error.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

// Everything that the parse fills in; one sub-command's part is then handed to its command.
struct Parsed {
  RunOptions run;
  CalibrateOptions calibrate;
  ListOptions list;
  ReportOptions report;
  ServeOptions serve;
  ImportOptions import;
  DoctorOptions doctor;
  engine::LoadgenOptions loadgen;
  std::function<int()> command;
};

std::string format_names() {
  std::string names;
  for (const auto& format : results::formats::formats()) {
    if (format.write != nullptr) names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return names;
}

std::string recorded_format_names() {
  std::string names;
  for (const auto& format : results::formats::formats()) {
    if (format.read != nullptr) names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return names;
}

void add_store(CLI::App& app, std::string& store) {
  app.add_option("--store", store, "the store: a file")->type_name("URL")->capture_default_str();
}

void add_format(CLI::App& app, std::string& format) {
  app.add_option("--format", format, "what to write to stdout: " + format_names())->type_name("NAME")->capture_default_str();
}

void add_text_or_json(CLI::App& app, std::string& format) {
  app.add_option("--format", format, "what to write to stdout: text, json")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
}

// A script whose variable is empty must not measure another program than it meant.
std::string refuse_empty(const std::string& text) { return text.empty() ? "a program is missing" : ""; }

void add_worker(CLI::App& app, std::string& worker) {
  app.add_option("--worker", worker, "the worker program to measure (default: the engine's own)")
      ->type_name("PROGRAM")
      ->check(refuse_empty);
}

void add_patterns(CLI::App& app, std::vector<std::string>& patterns) {
  app.add_option("patterns", patterns, "scenarios, as globs: 'client/*'; none means all")->type_name("PATTERN");
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

harness::drive::CanaryChoice canary_choice(const std::string& text) {
  using harness::drive::CanaryChoice;
  if (text == "none") return CanaryChoice::None;
  if (text == "run") return CanaryChoice::Run;
  if (text == "each") return CanaryChoice::Each;
  throw harness::UsageError("--canaries takes none, run and each, not '" + text + "'");
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
  run.add_option_function<std::string>("--seed", assign(options.seed, parse_seed),
                                       "of every random choice (default: drawn, and recorded)")
      ->type_name("N");
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
  run.add_flag_callback(
      "--confirm", [&options] { options.stages = harness::stats::Stages::ScreenAndConfirm; },
      "measure what looks different again, and call it only then (default from preset standard on)");
  run.add_flag_callback(
      "--no-confirm", [&options] { options.stages = harness::stats::Stages::One; }, "judge all by what was measured once");
  run.add_option_function<std::string>("--canaries", assign(options.canaries, canary_choice),
                                       "trials that are also measured against themselves: none, run (one), each "
                                       "(default: run)")
      ->type_name("WHICH");
  run.add_option_function<std::vector<std::string>>(
         "--fail-on", collect(options.fail_on, failing_verdict),
         "verdicts that make the exit status 3 (regressed, mixed) or 4 (undecided)")
      ->type_name("VERDICT")
      ->delimiter(',');
  run.add_flag("--quiet", options.quiet, "no progress line");
  run.callback([&parsed] { parsed.command = [options = parsed.run] { return run_command(options); }; });
}

void add_calibrate(CLI::App& app, Parsed& parsed) {
  CLI::App& calibrate = *app.add_subcommand(
      "calibrate", "measure what is known beforehand: learn this machine's noise floors, false alarms and power");
  CalibrateOptions& options = parsed.calibrate;
  add_patterns(calibrate, options.patterns);
  add_store(calibrate, options.store);
  add_worker(calibrate, options.worker);
  calibrate.add_option("--format", options.format, "what to write to stdout: text, json")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  calibrate.add_option_function<std::string>("--preset", assign(options.preset, harness::preset_from_string),
                                             "whose verdicts are tried: smoke, quick, standard, full (default: quick)")
      ->type_name("NAME");
  calibrate.add_option("--repeats", options.repeats, "verdicts of every pair")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  calibrate.add_option("--launch-pairs", options.launch_pairs, "the most per verdict (default: the preset's)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  calibrate.add_option_function<std::string>("--budget", assign(options.budget, parse_duration),
                                             "the time it may take; it then has fewer repeats, or fewer scenarios")
      ->type_name("TIME");
  calibrate.add_option_function<std::string>("--tolerance", assign(options.tolerance, parse_percent),
                                             "a smaller change counts as none (default: 0.25%)")
      ->type_name("PERCENT");
  calibrate.add_option_function<std::string>("--seed", assign(options.seed, parse_seed),
                                             "of every random choice (default: drawn, and recorded)")
      ->type_name("N");
  calibrate.add_flag("--quiet", options.quiet, "no progress line");
  calibrate.callback([&parsed] { parsed.command = [options = parsed.calibrate] { return calibrate_command(options); }; });
}

void add_list(CLI::App& app, Parsed& parsed) {
  CLI::App& list = *app.add_subcommand("list", "scenarios, variants, parameters, what each was reported to gain");
  add_patterns(list, parsed.list.patterns);
  add_worker(list, parsed.list.worker);
  add_text_or_json(list, parsed.list.format);
  list.callback([&parsed] { parsed.command = [options = parsed.list] { return list_command(options); }; });
}

void add_doctor(CLI::App& app, Parsed& parsed) {
  CLI::App& doctor = *app.add_subcommand("doctor", "what on this machine will spoil a measurement, and what to do");
  add_worker(doctor, parsed.doctor.worker);
  add_text_or_json(doctor, parsed.doctor.format);
  doctor.callback([&parsed] { parsed.command = [options = parsed.doctor] { return doctor_command(options); }; });
}

void add_report(CLI::App& app, Parsed& parsed) {
  CLI::App& report = *app.add_subcommand("report", "write a stored run in one of the formats");
  report.add_option("run", parsed.report.run, "the run's id (default: the newest)")->type_name("RUN");
  add_store(report, parsed.report.store);
  add_format(report, parsed.report.format);
  report.add_flag("--rejudge", parsed.report.rejudge, "judge the stored samples again, by the rule kept with them");
  report.callback([&parsed] { parsed.command = [options = parsed.report] { return report_command(options); }; });
}

void add_import(CLI::App& app, Parsed& parsed) {
  CLI::App& import = *app.add_subcommand("import", "take results that other tools wrote into the store");
  ImportOptions& options = parsed.import;
  import.add_option("files", options.files, "files, patterns ('out/*.json'), or - for standard input; gzip is fine")
      ->type_name("FILE")
      ->required();
  import.add_option("--as", options.as, "the files' format (default: by what they hold): " + recorded_format_names())
      ->type_name("NAME");
  add_store(import, options.store);
  add_format(import, options.format);
  import.callback([&parsed] { parsed.command = [options = parsed.import] { return import_command(options); }; });
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

// One of the engine's policies, by its name.
template <class Kind, std::size_t kCount>
void add_policy(CLI::App& app, const std::string& flag, const std::array<engine::PolicyName<Kind>, kCount>& known,
                Kind& policy, const std::string& what) {
  std::string names;
  std::string chosen;
  for (const auto& [name, kind] : known) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    if (kind == policy) chosen = name;
  }
  const auto choose = [flag, known, names, &policy](const std::string& text) {
    const auto found = std::ranges::find(known, text, &engine::PolicyName<Kind>::name);
    if (found == known.end()) throw harness::UsageError(flag + " knows no '" + text + "'; it is one of: " + names);
    policy = found->kind;
  };
  app.add_option_function<std::string>(flag, choose, what + ": " + names + " (default: " + chosen + ")")
      ->type_name("NAME");
}

void add_number(CLI::App& app, const std::string& flag, auto& value, const std::string& what) {
  app.add_option(flag, value, what)->type_name("N")->capture_default_str();
}

void add_rows(CLI::App& app, engine::LoadgenOptions& options) {
  add_number(app, "--num-threads", options.num_threads, "threads that make rows, each with a session of its own");
  add_number(app, "--num-rows-per-thread", options.num_rows_per_thread, "rows that each of them makes");
  add_number(app, "--seq-start", options.seq_start, "key of the first row");
  app.add_flag("--use-random", options.use_random, "random keys and values");
  add_number(app, "--seed", options.seed, "of random keys and values");
  add_number(app, "--string-len", options.string_len, "bytes of a row's string");
  app.add_option("--string-fixed", options.string_fixed, "the string of every row, not copied")->type_name("TEXT");
  app.add_flag("--use-upsert", options.use_upsert, "upsert rows, not insert them");
}

void add_sessions(CLI::App& app, engine::LoadgenOptions& options) {
  add_number(app, "--buffer-size-bytes", options.buffer_size_bytes, "buffer of a session");
  add_number(app, "--buffer-flush-watermark-pct", options.buffer_flush_watermark_pct,
             "share of the buffer, 0 to 1, at which a batch is flushed");
  add_number(app, "--buffers-num", options.buffers_num, "batches of a session, filling or under way; 0: any number");
  add_number(app, "--flush-per-n-rows", options.flush_per_n_rows,
             "flush, and wait, after so many rows; 0: in the background");
  app.add_flag("--use-client-per-thread,!--share-client", options.use_client_per_thread,
               "a client, and thus a reactor, for each thread (default), or one for all");
}

void add_loadgen(CLI::App& app, Parsed& parsed) {
  CLI::App& loadgen = *app.add_subcommand("loadgen", "write rows through the whole engine, say how long each took");
  engine::LoadgenOptions& options = parsed.loadgen;
  add_rows(loadgen, options);
  add_sessions(loadgen, options);
  add_number(loadgen, "--table-num-hash-partitions", options.table_num_hash_partitions, "tablets by hash of the key");
  add_number(loadgen, "--table-num-range-partitions", options.table_num_range_partitions,
             "tablets by range of the key, each of the above");
  loadgen
      .add_option("--wal-directory", options.wal_directory,
                  "where to keep the write-ahead log; a table logged there is reopened (default: temporary)")
      ->type_name("PATH");
  add_policy(loadgen, "--op-set", engine::kOpSetNames, options.policies.op_set, "operations under way");
  add_policy(loadgen, "--op-storage", engine::kOpStorageNames, options.policies.op_storage, "where they live");
  add_policy(loadgen, "--queue", engine::kQueueNames, options.policies.queue, "before the log's thread");
  add_policy(loadgen, "--presence-check", engine::kPresenceCheckNames, options.policies.presence_check,
             "what it does about the order of a batch");
  loadgen.callback([&parsed] { parsed.command = [options = parsed.loadgen] { return loadgen_command(options); }; });
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
  parsed.run.command_line = parsed.calibrate.command_line = joined(argc, argv);
  parsed.import.command_line = parsed.run.command_line;
  CLI::App app("Tells whether a change makes a C++ engine faster, slower or neither, by how much, and how sure that is.",
               "tandem");
  app.set_version_flag("--version", "tandem " + std::string(kVersion));
  app.require_subcommand(1);
  add_list(app, parsed);
  add_run(app, parsed);
  add_compare(app, joined(argc, argv), parsed.command);
  add_calibrate(app, parsed);
  add_report(app, parsed);
  add_serve(app, parsed);
  add_import(app, parsed);
  add_doctor(app, parsed);
  add_loadgen(app, parsed);
  add_project_commands(app, joined(argc, argv), parsed.command);
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
