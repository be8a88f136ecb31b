// The sub-commands that work on a project: a git repository with a tandem.toml. They return the exit status.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/nightly_plan.h"
#include "cli/progress.h"
#include "cli/project_builds.h"
#include "cli/project_options.h"

namespace cli {

struct ConfigOptions {
  ProjectOptions project;
  std::string run;  // what was in force for that run; empty: what is in force now
};

// A report written into a file besides what goes to stdout.
struct ReportFile {
  std::string format;
  std::string path;
};
ReportFile parse_report_file(const std::string& text);  // "junit=night.xml"; throws UsageError

struct NightlyOptions {
  ProjectOptions project;
  std::string before;    // a revision; empty: the baseline, or the newest tag, or the commit before after
  std::string after = "HEAD";
  std::string baseline;  // a name
  Checkout checkout = Checkout::MustBeClean;
  Shard shard;
  std::optional<std::uint64_t> seed;
  std::string format = "text";
  std::vector<ReportFile> files;
  Progress::Show progress = Progress::Show::Always;
};

struct BaselineOptions {
  ProjectOptions project;
  std::string name;
  std::string revision;
  std::string why;
};

struct BisectOptions {
  ProjectOptions project;
  std::string good, bad;  // revisions
  std::string scenario;   // a name, or "name parameters" of one point
  std::optional<std::uint64_t> seed;
  Progress::Show progress = Progress::Show::Always;
};

struct MergeOptions {
  std::string into;               // a store
  std::vector<std::string> from;  // others
};

int config_command(const ConfigOptions& options);
int nightly_command(const NightlyOptions& options);
int bisect_command(const BisectOptions& options);
int merge_command(const MergeOptions& options);
int baseline_set_command(const BaselineOptions& options);
int baseline_list_command(const BaselineOptions& options);
int baseline_show_command(const BaselineOptions& options);

}  // namespace cli
