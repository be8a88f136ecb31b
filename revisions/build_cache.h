// Built revisions, kept: a revision that was built once, with the same commands, compiler and flags, is not built again.
//
// A build is a worktree in the cache's folder, and beside it, under the same key,
//   KEY.log   everything its commands printed, also of the last one that failed
//   KEY.done  written last: a worktree without it is what a killed build left, and is removed before anything else
//   KEY.lock  held while a build is made, and shared by those that use it
// All keys are of one length, so all workers have paths of one length.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/model/error.h"
#include "revisions/build_recipe.h"
#include "revisions/file_lock.h"
#include "revisions/repository.h"

namespace revisions {

// The build ended with an error, or took too long: a sentence, the last lines of its log and where the whole lies.
class BuildFailed : public harness::Error {
 public:
  using Error::Error;
};

// A revision, built. Its tree stays as it is while this is alive.
struct BuiltRevision {
  Revision revision;
  BuildRecipe recipe;
  std::string tree;      // absolute path
  bool built_now = false;  // false: it was in the cache
  FileLock in_use;
};

struct CacheLimits {
  std::int64_t builds_kept = 8;      // the last used; more are removed after a build
  std::int64_t free_space_mib = 0;   // that must be free before a build begins
};

class BuildCache {
 public:
  // A sentence for whoever waits: "building HEAD (1234567890ab)".
  using Tell = std::function<void(const std::string&)>;

  // `folder` empty: tandem/builds in $XDG_CACHE_HOME or ~/.cache. Makes it, and removes what killed builds left there.
  // All references must outlive this. Throws Error, Stopped.
  BuildCache(const Repository& repository, const std::string& folder, const CacheLimits& limits, Tell tell,
             const std::atomic<bool>& interrupted);

  // Builds the revision unless it is there. Throws BuildFailed; Error for want of space and the like; Stopped, with
  // nothing left behind.
  BuiltRevision build(const Revision& revision, const BuildRecipe& recipe);

  // The folder of this repository's builds.
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  [[nodiscard]] std::string path(const std::string& key, const char* suffix) const;
  void sweep();
  void require_space() const;
  void make(const Revision& revision, const BuildRecipe& recipe, const std::string& key, const FileLock& lock);
  void run_commands(const Revision& revision, const BuildRecipe& recipe, const std::string& key, const FileLock& lock);
  void forget_oldest();
  [[noreturn]] void fail(const Revision& revision, const std::string& what, const std::string& log) const;

  const Repository& repository_;
  std::string folder_;
  CacheLimits limits_;
  Tell tell_;
  const std::atomic<bool>& interrupted_;
};

}  // namespace revisions
