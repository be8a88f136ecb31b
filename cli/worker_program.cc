#include "cli/worker_program.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "harness/model/error.h"
#include "harness/model/glob.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

// Where `engine_bench` lies relative to the folder of `tandem`: in a build folder, and installed.
constexpr const char* kPlaces[] = {"engine/scenarios/engine_bench", "engine_bench", "../libexec/tandem/engine_bench"};

fs::path engine_worker() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* place : kPlaces) {
    if (fs::exists(folder / place)) return folder / place;
  }
  throw harness::Error("the engine's worker `engine_bench` is not beside " + folder.string() +
                       "/tandem; build it, or name a worker with --worker");
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

}  // namespace

harness::drive::WorkerCommand worker_program(const std::string& asked) {
  return {.argv = {asked.empty() ? engine_worker().string() : asked}};
}

std::vector<harness::Scenario> select_scenarios(const std::vector<harness::Scenario>& scenarios,
                                                const std::vector<std::string>& patterns) {
  if (patterns.empty()) return scenarios;
  std::vector<std::string> names;
  std::ranges::transform(scenarios, std::back_inserter(names), &harness::Scenario::name);
  for (const auto& pattern : patterns) {
    const auto matches = [&](const std::string& name) { return harness::matches_glob(pattern, name); };
    if (std::ranges::any_of(names, matches)) continue;
    throw harness::UsageError("there is no scenario '" + pattern +
                              "'; the closest are: " + quoted_list(harness::closest_names(pattern, names, 3)));
  }
  std::vector<harness::Scenario> selected;
  std::ranges::copy_if(scenarios, std::back_inserter(selected), [&](const harness::Scenario& scenario) {
    return std::ranges::any_of(patterns, [&](const auto& pattern) { return harness::matches_glob(pattern, scenario.name); });
  });
  return selected;
}

}  // namespace cli
