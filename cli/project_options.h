// What the command line says about a project, and the settings that follow from it and from tandem.toml.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/config.h"

namespace cli {

// Absent: not said on the command line.
struct ProjectOptions {
  std::string config;  // --config; empty: looked for
  std::optional<std::string> store;
  std::optional<std::string> build_cache;
  std::vector<std::string> patterns;  // of scenarios; empty: not said
  std::optional<double> tolerance;    // of every scenario
  std::optional<harness::Preset> preset;
  std::optional<std::int64_t> launch_pairs;
  std::optional<std::chrono::nanoseconds> batch_timeout;
  std::optional<std::chrono::nanoseconds> launch_timeout;
  std::set<harness::Verdict> fail_on;  // empty: not said
  std::optional<double> max_regression;
  std::string command_line;  // for the record
};

// The defaults, tandem.toml over them, the command line over both.
Config effective_config(const ProjectOptions& options);

}  // namespace cli
