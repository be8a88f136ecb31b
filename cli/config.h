// The settings of a project: what tandem.toml, the command line and the defaults say together, and which of them said it.
// Plain values; where the file lies and how it is read is in config_file.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/scenario.h"

namespace cli {

// Where a value came from: the default of this program, a line of a file, or the command line.
struct Origin {
  enum class Place { Default, File, CommandLine };
  Place place = Place::Default;
  std::string file;
  int line = 0;
};

std::string to_string(const Origin& origin);  // "default", "tandem.toml:7", "command line"

template <class Value>
struct Setting {
  Value value;
  Origin origin;

  // What the command line says counts more than everything else.
  void override(Value said) {
    value = std::move(said);
    origin = {.place = Origin::Place::CommandLine};
  }
};

enum class WorkerKind {
  Tandem,           // speaks the worker protocol
  GoogleBenchmark,  // any program of Google Benchmark
  Command,          // anything that can be started: one run is one sample
};

std::string_view to_string(WorkerKind kind);  // "tandem", "google_benchmark", "command"

// A program that a build makes, or a command that is run in the built tree.
struct ProjectWorker {
  WorkerKind kind = WorkerKind::Tandem;
  std::string program;                 // path within the tree of a revision
  std::vector<std::string> arguments;  // of every start
  std::string name;                    // of a command: the scenario that it is; empty: the program's base name
};

struct ScenarioTolerance {
  std::string scenario;  // glob
  double tolerance = 0;  // fraction
};

// A regression that somebody has explained: shown, and let pass up to its size.
struct ExpectedChange {
  std::string scenario;      // glob
  double regression = 0;     // fraction by which the measured quantity may get worse
  std::string until;         // "2026-12-31", the last day; empty: for good
  std::string why;
};

struct Config {
  std::string file;  // path; empty where there is none
  Setting<std::string> store{"results/tandem.db", {}};

  Setting<std::vector<std::string>> build_commands;  // for the shell, in the tree; empty: recognised from the tree
  Setting<std::chrono::nanoseconds> build_timeout{std::chrono::hours(1), {}};  // of each command
  Setting<std::string> build_cache;                  // folder; empty: in the user's cache folder
  Setting<std::int64_t> builds_kept{8, {}};          // of one project, the last used
  Setting<std::int64_t> free_space_mib{1024, {}};    // that must be free where builds are kept

  Setting<std::vector<ProjectWorker>> workers;
  Setting<std::vector<std::string>> scenarios_only;  // globs; empty: all
  Setting<std::vector<std::string>> scenarios_skip;
  Setting<std::vector<ScenarioTolerance>> tolerances{{{"*", 0.01}}, {}};  // the last that matches counts
  Setting<std::vector<ExpectedChange>> expected;

  Setting<harness::Preset> preset{harness::Preset::Quick, {}};
  Setting<std::int64_t> launch_pairs{0, {}};           // the most per trial; 0: the preset's
  Setting<std::chrono::nanoseconds> batch_timeout{std::chrono::seconds(60), {}};
  Setting<std::chrono::nanoseconds> launch_timeout{std::chrono::seconds(120), {}};

  Setting<std::set<harness::Verdict>> fail_on{{harness::Verdict::Regressed, harness::Verdict::Mixed}, {}};
  Setting<double> max_regression{0, {}};               // fraction; a smaller confirmed regression is let pass
};

// The one list of keys: reading, printing and the closest name all go through it. `visit(key, setting)`.
template <class AnyConfig, class Visit>
void each_setting(AnyConfig& config, Visit&& visit) {
  visit("store", config.store);
  visit("build.commands", config.build_commands);
  visit("build.timeout", config.build_timeout);
  visit("build.cache", config.build_cache);
  visit("build.keep", config.builds_kept);
  visit("build.free_space_mib", config.free_space_mib);
  visit("worker", config.workers);
  visit("scenarios.only", config.scenarios_only);
  visit("scenarios.skip", config.scenarios_skip);
  visit("tolerances", config.tolerances);
  visit("expected", config.expected);
  visit("budget.preset", config.preset);
  visit("budget.launch_pairs", config.launch_pairs);
  visit("budget.batch_timeout", config.batch_timeout);
  visit("budget.launch_timeout", config.launch_timeout);
  visit("gate.fail_on", config.fail_on);
  visit("gate.max_regression", config.max_regression);
}

// The tolerance of a scenario: the last of the list that matches, 1 % where none does.
double tolerance_of(const Config& config, const std::string& scenario);

// True if the scenario is to be measured: it matches `only` (if there is any) and none of `skip`.
bool is_measured(const Config& config, const std::string& scenario);

// Every setting as a line of TOML, with its origin as a comment: reading it back gives the same settings.
std::string to_toml(const Config& config);

}  // namespace cli
