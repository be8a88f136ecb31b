// The revisions of a project as programs that can be run.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/config.h"
#include "revisions/build_cache.h"
#include "revisions/repository.h"

namespace cli {

enum class Checkout { MustBeClean, MayHaveChanges };

class ProjectBuilds {
 public:
  // Of the repository that the current folder lies in. What it tells while it works goes to stderr, unless quiet. Throws
  // Error; UsageError if the project names no worker.
  enum class Tell { Progress, Nothing };
  ProjectBuilds(const Config& config, Tell tell, const std::atomic<bool>& interrupted);

  [[nodiscard]] const revisions::Repository& repository() const { return repository_; }

  // The revision of that name. "HEAD" with changes in the checkout is refused, or is the checkout as it stands.
  [[nodiscard]] revisions::Revision resolve(const std::string& name, Checkout checkout) const;

  // Throws revisions::BuildFailed, Error, Stopped.
  revisions::BuiltRevision build(const revisions::Revision& revision);

  [[nodiscard]] const std::string& cache_folder() const { return cache_.folder(); }

 private:
  const Config& config_;
  const std::atomic<bool>& interrupted_;
  revisions::Repository repository_;
  revisions::BuildCache cache_;
};

// The command line of a worker in a built revision. Throws Error if the build did not make it.
std::vector<std::string> worker_argv(const revisions::BuiltRevision& built, const ProjectWorker& worker);

}  // namespace cli
