// tandem baseline: revisions by name, to compare later ones with. What is kept is the revision, never its numbers.
#include <filesystem>
#include <iostream>

#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "cli/project_commands.h"
#include "cli/run_record.h"
#include "harness/model/error.h"
#include "results/formats/display.h"
#include "results/store/store.h"
#include "revisions/repository.h"

namespace cli {
namespace {

using results::store::Access;
using results::store::Baseline;
using results::store::Store;

constexpr std::size_t kShownDigits = 12;

std::string line_of(const Baseline& baseline) {
  return baseline.revision.substr(0, kShownDigits) + "  " + baseline.set_at + "  " +
         results::formats::one_line(baseline.subject) + " (" + results::formats::one_line(baseline.why) + ")\n";
}

std::string folder_of(const Config& config) {
  return config.file.empty() ? "." : std::filesystem::absolute(config.file).parent_path().string();
}

}  // namespace

int baseline_set_command(const BaselineOptions& options) {
  const Config config = effective_config(options.project);
  const revisions::Repository repository(folder_of(config), watch_for_interruption());
  const auto revision = repository.resolve(options.revision);
  const Baseline baseline{.name = options.name,
                          .revision = revision.commit,
                          .subject = revision.subject,
                          .why = options.why,
                          .set_at = utc_now()};
  Store::open(config.store.value, Access::ReadWrite).save_baseline(baseline);
  std::cout << options.name << "  " << line_of(baseline) << std::flush;
  return kFine;
}

int baseline_list_command(const BaselineOptions& options) {
  const Config config = effective_config(options.project);
  const auto baselines = Store::open(config.store.value, Access::ReadOnly).baselines();
  if (baselines.empty()) std::cerr << "tandem: there is no baseline; `tandem baseline set NAME REV --why ...` sets one\n";
  for (const auto& baseline : baselines) std::cout << results::formats::one_line(baseline.name) << "  " << line_of(baseline);
  std::cout << std::flush;
  return kFine;
}

int baseline_show_command(const BaselineOptions& options) {
  const Config config = effective_config(options.project);
  const auto baselines = Store::open(config.store.value, Access::ReadOnly).baselines_named(options.name);
  if (baselines.empty()) {
    throw harness::UsageError("there is no baseline '" + options.name + "'; `tandem baseline list` names those there are");
  }
  for (const auto& baseline : baselines) std::cout << line_of(baseline);
  std::cout << std::flush;
  return kFine;
}

}  // namespace cli
