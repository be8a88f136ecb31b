// What each sub-command was asked to do: plain values, filled in from the command line by arguments.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/drive/suite_canaries.h"
#include "harness/model/comparison.h"
#include "harness/model/scenario.h"
#include "harness/stats/suite_rule.h"

namespace cli {

inline constexpr std::string_view kDefaultStore = "results/tandem.db";

struct ListOptions {
  std::vector<std::string> patterns;
  std::string worker;  // path of a worker program; empty: the engine's own
  std::string format = "text";
};

struct RunOptions {
  std::vector<std::string> patterns;
  std::string worker;
  std::string store{kDefaultStore};
  std::string format = "text";
  harness::Preset preset = harness::Preset::Quick;
  std::set<harness::Role> roles;      // which variants besides before; empty: the preset's
  bool against_itself = false;        // A/A: before against itself
  std::optional<std::uint64_t> seed;  // absent: drawn, and recorded
  std::optional<int> launch_pairs;    // absent: the preset's
  std::optional<std::chrono::nanoseconds> batch_time;
  std::optional<std::chrono::nanoseconds> batch_timeout;
  std::optional<std::chrono::nanoseconds> launch_timeout;
  double tolerance = 0.01;
  std::optional<harness::stats::Stages> stages;  // absent: the preset's
  harness::drive::CanaryChoice canaries = harness::drive::CanaryChoice::Run;
  std::set<harness::Verdict> fail_on;
  bool quiet = false;
  std::string command_line;  // for the record
};

struct CalibrateOptions {
  std::vector<std::string> patterns;
  std::string worker;
  std::string store{kDefaultStore};
  std::string format = "text";
  harness::Preset preset = harness::Preset::Quick;
  int repeats = 4;                  // verdicts of every pair: with three A/A pairs a repeat, twelve A/A verdicts
  std::optional<int> launch_pairs;  // the most per verdict; absent: the preset's
  std::optional<std::chrono::nanoseconds> budget;
  std::optional<std::uint64_t> seed;
  double tolerance = 0.0025;  // half the smallest slowdown: what a larger one hides is to be seen
  bool quiet = false;
  std::string command_line;
};

struct ReportOptions {
  std::string run;  // empty: the newest
  bool rejudge = false;  // from the stored samples, by the rule that each comparison was judged by
  std::string store{kDefaultStore};
  std::string format = "text";
};

struct ServeOptions {
  std::string store{kDefaultStore};
  std::string listen = "127.0.0.1";
  int port = 8080;
  bool beyond_loopback = false;  // --listen may name an address that others can reach
};

struct DoctorOptions {
  std::string worker;  // whose build is looked at
  std::string format = "text";
};

}  // namespace cli
