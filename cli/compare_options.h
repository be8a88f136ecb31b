// What `tandem compare` was asked to do: plain values, filled in from the command line by compare_arguments.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/options.h"
#include "harness/drive/command.h"
#include "harness/model/comparison.h"

namespace cli {

struct CompareOptions {
  // Either two commands ...
  std::string before;
  std::string after;
  std::string name;                           // of the scenario; empty: the name of before's program
  std::vector<std::string> prepare;           // none, one for both, or one each
  std::vector<std::string> parameter_lists;   // "NAME=a,b,c"
  std::vector<std::string> parameter_scan;    // nothing, or NAME MIN MAX
  std::string scan_step = "1";
  std::vector<std::string> metrics;           // "NAME", the one that decides, or "NAME=REGEX", "NAME[UNIT]=REGEX"
  std::vector<std::string> higher_is_better;  // names of printed metrics
  bool shell = false;
  bool exclusive = false;
  harness::drive::ExitStatusRule exit_status = harness::drive::ExitStatusRule::MustBeZero;
  int warm_up = 1;  // runs of each command
  // ... or two files: programs of benchmarks, or recorded results.
  std::vector<std::string> files;
  std::string filter;  // regular expression; empty: all
  std::optional<std::chrono::nanoseconds> batch_time;
  // Either way:
  std::optional<harness::drive::CommandDesign> design;  // absent: what suits the commands
  std::optional<std::chrono::nanoseconds> budget;       // absent: kDefaultBudget, but never fewer than the first look
  std::optional<int> launch_pairs;                      // the most per trial; absent: kMostLaunchPairs
  std::chrono::nanoseconds timeout = std::chrono::minutes(10);  // of one run
  double tolerance = 0.01;
  double confidence = 0.95;
  std::optional<std::uint64_t> seed;
  std::string store{kDefaultStore};
  std::string format = "text";
  std::set<harness::Verdict> fail_on;
  bool quiet = false;
  std::string command_line;  // for the record
};

// The last of the looks at 8, 16, 32 and 64: a change of 1 % that 64 launch pairs do not show takes minutes to find.
inline constexpr int kMostLaunchPairs = 64;
// As long as a person watches a progress line.
inline constexpr std::chrono::seconds kDefaultBudget{60};

}  // namespace cli
