#include "cli/project_builds.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "harness/model/error.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const Config& config) {
  return config.file.empty() ? "." : fs::absolute(config.file).parent_path().string();
}

const Config& with_workers(const Config& config) {
  for (const auto& worker : config.workers.value) {
    if (worker.kind == WorkerKind::Tandem) continue;
    throw harness::UsageError("the worker " + worker.program + " is of kind " + std::string(to_string(worker.kind)) +
                              ": revisions are compared by workers of kind tandem only; a Google Benchmark program is one "
                              "once it is linked with the worker library, and `tandem compare` runs commands");
  }
  if (!config.workers.value.empty()) return config;
  throw harness::UsageError(
      "the project names no worker to measure; in tandem.toml, [[worker]] with program = \"build/my_bench\" names one "
      "(`tandem config` shows what is in force)");
}

revisions::BuildCache::Tell teller(ProjectBuilds::Tell tell) {
  if (tell == ProjectBuilds::Tell::Nothing) return [](const std::string&) {};
  return [](const std::string& sentence) { std::cerr << "tandem: " << sentence << std::endl; };
}

}  // namespace

ProjectBuilds::ProjectBuilds(const Config& config, Tell tell, const std::atomic<bool>& interrupted)
    : config_(with_workers(config)),
      interrupted_(interrupted),
      repository_(folder_of(config), interrupted),
      cache_(repository_, config.build_cache.value,
             {.builds_kept = config.builds_kept.value, .free_space_mib = config.free_space_mib.value}, teller(tell),
             interrupted) {}

revisions::Revision ProjectBuilds::resolve(const std::string& name, Checkout checkout) const {
  if (name != "HEAD" || !repository_.has_changes()) return repository_.resolve(name);
  if (checkout == Checkout::MayHaveChanges) return repository_.snapshot();
  throw harness::Error("the checkout " + repository_.top() +
                       " has changes that HEAD does not; commit them, or measure it as it stands with --dirty");
}

revisions::BuiltRevision ProjectBuilds::build(const revisions::Revision& revision) {
  return cache_.build(revision, revisions::recipe_for(repository_, revision, config_.build_commands.value,
                                                      config_.build_timeout.value, interrupted_));
}

std::vector<std::string> worker_argv(const revisions::BuiltRevision& built, const ProjectWorker& worker) {
  const fs::path program = fs::path(built.tree) / worker.program;
  if (!fs::is_regular_file(program) || access(program.c_str(), X_OK) != 0) {
    throw harness::Error("the build of " + to_string(built.revision) + " made no program " + worker.program +
                         ", which worker.program names; its log is " + built.tree + ".log");
  }
  std::vector<std::string> argv{program.string()};
  argv.insert(argv.end(), worker.arguments.begin(), worker.arguments.end());
  return argv;
}

}  // namespace cli
