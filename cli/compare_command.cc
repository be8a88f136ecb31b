// tandem compare: two commands, or two files, side by side.
#include "cli/commands.h"
#include "cli/compare.h"
#include "cli/recorded_commands.h"
#include "harness/model/error.h"

namespace cli {
namespace {

void check(const CompareOptions& options) {
  const bool commands = !options.before.empty() || !options.after.empty();
  if (commands == !options.files.empty()) {
    throw harness::UsageError("compare takes --before and --after, or two files; `tandem compare --help` has examples");
  }
  if (commands && (options.before.empty() || options.after.empty())) {
    throw harness::UsageError(std::string("compare has only one command; the other goes into ") +
                              (options.before.empty() ? "--before" : "--after"));
  }
  if (!commands && options.files.size() != 2) throw harness::UsageError("compare takes two files, before and after");
}

// Options of the one that the other would not see.
void check_options(const CompareOptions& options) {
  const auto refuse = [](const std::string& option, const std::string& owner) {
    throw harness::UsageError(option + " is only for " + owner);
  };
  if (options.files.empty()) {
    if (!options.filter.empty()) refuse("--filter", "two programs of benchmarks");
    if (options.batch_time) refuse("--batch-time", "two programs of benchmarks");
    return;
  }
  const std::string commands = "two commands, --before and --after";
  if (!options.name.empty()) refuse("--name", commands);
  if (!options.metrics.empty()) refuse("--metric", commands);
  if (!options.prepare.empty()) refuse("--prepare", commands);
  if (!options.parameter_lists.empty() || !options.parameter_scan.empty()) refuse("--parameter-list", commands);
  if (options.shell) refuse("--shell", commands);
}

}  // namespace

int compare_command(const CompareOptions& options) {
  CompareRecordedOptions recorded = recorded_options(options);
  if (take_compare_form(options.files, recorded)) return compare_recorded(recorded);
  check(options);
  check_options(options);
  return options.files.empty() ? compare_commands(options) : compare_files(options);
}

}  // namespace cli
