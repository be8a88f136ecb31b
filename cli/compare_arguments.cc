#include "cli/compare_arguments.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/assign.h"
#include "cli/commands.h"
#include "cli/quantities.h"
#include "harness/model/error.h"

namespace cli {
namespace {

using harness::drive::CommandDesign;

constexpr const char* kExamples = R"(Examples:
  tandem compare --before './app.old data' --after './app.new data'
  tandem compare --before 'sort -n {file}' --after 'sort -n --parallel=2 {file}' --parameter-list file=small,large
  tandem compare --shell --before 'zcat log.gz | wc -l' --after 'unpigz -c log.gz | wc -l'
  tandem compare --before './db --old' --after './db --new' --prepare 'rm -rf db.d' --exclusive --budget 30s
  tandem compare --before ./a --after ./b --metric 'rate[ops/s]=([0-9.]+) ops/s' --higher-is-better rate
  tandem compare build.old/bench build.new/bench --filter 'BM_copy/'       Google Benchmark programs, unchanged

Two commands are compared by CPU time, run together on one CPU (duet): that is the sharpest. Beside it they run in turns
(alternation), which gives the size of the change and what became of wall time. Commands that wait, use several CPUs or
may not run beside themselves (--exclusive) are compared by alternation alone; the report says which decided.)";

CommandDesign parse_design(const std::string& text) {
  for (const auto design : {CommandDesign::Duet, CommandDesign::Alternate}) {
    if (text == to_string(design)) return design;
  }
  throw harness::UsageError("there is no design '" + text + "'; there are: duet, alternate");
}

// "95%" is 0.95.
double parse_confidence(const std::string& text) {
  const double confidence = parse_percent(text);
  if (confidence < 0.5) throw harness::UsageError("a confidence of " + text + " is worth nothing; 95% is usual");
  return confidence;
}

void add_commands(CLI::App& app, CompareOptions& options) {
  app.add_option("--before", options.before, "the command as it was")->type_name("CMD");
  app.add_option("--after", options.after, "the command as it is now")->type_name("CMD");
  app.add_option("--name", options.name, "of the scenario in reports (default: the program's)")->type_name("NAME");
  app.add_flag("--shell", options.shell, "run the commands by sh: for pipes, redirections and the like");
  app.add_option("-p,--prepare", options.prepare,
                 "run by sh before each run, not measured; once for both commands, or twice: for before, for after")
      ->type_name("CMD")
      ->expected(1)
      ->take_all();
  app.add_option("-w,--warmup", options.warm_up, "runs of each command before the first that counts")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  app.add_flag_callback(
      "-i,--ignore-failure", [&options] { options.exit_status = harness::drive::ExitStatusRule::Ignored; },
      "the commands may fail, as long as both fail in the same way");
  app.add_flag("--exclusive", options.exclusive, "never run both at once: they share files, ports or locks");
  app.add_option("-m,--metric", options.metrics,
                 "what decides: wall_time, cpu_time, user_time, system_time, max_rss, minor_faults, ...; NAME=REGEX or "
                 "NAME[UNIT]=REGEX reads a number that the commands print, the group in the last line that matches")
      ->type_name("NAME[=REGEX]")
      ->expected(1)
      ->take_all();
  app.add_option("--higher-is-better", options.higher_is_better, "of a printed metric")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
}

void add_parameters(CLI::App& app, CompareOptions& options) {
  app.add_option("-L,--parameter-list", options.parameter_lists,
                 "one comparison for each value, put in place of {NAME}; repeated: for each combination")
      ->type_name("NAME=A,B,...")
      ->expected(1)
      ->take_all();
  app.add_option("-P,--parameter-scan", options.parameter_scan, "the same for the numbers from MIN to MAX")
      ->type_name("NAME MIN MAX")
      ->expected(3);
  app.add_option("-D,--parameter-step-size", options.scan_step, "between the numbers of a scan")
      ->type_name("STEP")
      ->capture_default_str();
}

void add_programs(CLI::App& app, CompareOptions& options) {
  app.add_option("files", options.files, "instead of commands: two programs of Google Benchmarks, before and after")
      ->type_name("BEFORE AFTER")
      ->expected(0, 2);
  app.add_option("--filter", options.filter, "compare only benchmarks in whose names this occurs")->type_name("REGEX");
  app.add_option_function<std::string>("--batch-time", assign(options.batch_time, parse_duration),
                                       "how long a benchmark runs in one process (default: 40ms; of a worker: 5ms)")
      ->type_name("TIME");
}

void add_effort(CLI::App& app, CompareOptions& options) {
  app.add_option_function<std::string>("--design", assign(options.design, parse_design),
                                       "duet: both at once on one CPU, by CPU time; alternate: in turns (default: what "
                                       "suits the commands)")
      ->type_name("NAME");
  app.add_option_function<std::string>("--budget", assign(options.budget, parse_duration),
                                       "stop when this is spent (default: 60s, but not before 8 launch pairs)")
      ->type_name("TIME");
  app.add_option("-r,--runs", options.launch_pairs,
                 "launch pairs at most: runs of each command, in each design (default: 64; a verdict stops earlier)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  app.add_option_function<std::string>("--timeout", assign(options.timeout, parse_duration),
                                       "after which a run counts as hung (default: 10min)")
      ->type_name("TIME");
  app.add_option_function<std::string>("--seed", assign(options.seed, parse_seed),
                                       "of every random choice (default: drawn, and recorded)")
      ->type_name("N");
}

void add_judgement(CLI::App& app, CompareOptions& options) {
  app.add_option_function<std::string>("--tolerance", assign(options.tolerance, parse_percent),
                                       "a smaller change counts as none (default: 1%)")
      ->type_name("PERCENT");
  app.add_option_function<std::string>("--confidence", assign(options.confidence, parse_confidence),
                                       "of a verdict and its interval (default: 95%)")
      ->type_name("PERCENT");
  app.add_option_function<std::vector<std::string>>(
         "--fail-on",
         [&options](const std::vector<std::string>& words) {
           for (const auto& word : words) options.fail_on.insert(failing_verdict(word));
         },
         "verdicts that make the exit status 3 (regressed, mixed) or 4 (undecided)")
      ->type_name("VERDICT")
      ->delimiter(',');
}

void add_output(CLI::App& app, CompareOptions& options) {
  app.add_option("--store", options.store, "the store: a file")->type_name("URL")->capture_default_str();
  app.add_option("--format", options.format, "what to write to stdout; `tandem report --help` lists the formats")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_flag("--quiet", options.quiet, "no progress line");
}

}  // namespace

void add_compare(CLI::App& app, const std::string& command_line, std::function<int()>& command) {
  CLI::App& compare =
      *app.add_subcommand("compare", "two commands, or two programs of Google Benchmarks, side by side");
  compare.footer(kExamples);
  const auto options = std::make_shared<CompareOptions>();
  options->command_line = command_line;
  add_commands(compare, *options);
  add_parameters(compare, *options);
  add_programs(compare, *options);
  add_effort(compare, *options);
  add_judgement(compare, *options);
  add_output(compare, *options);
  compare.callback([options, &command] { command = [options] { return compare_command(*options); }; });
}

}  // namespace cli
