#include "revisions/build_cache.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "harness/drive/child_process.h"
#include "harness/drive/digest.h"
#include "harness/drive/text_buffers.h"
#include "revisions/program_run.h"

namespace revisions {
namespace {

namespace fs = std::filesystem;
using harness::Error;

constexpr int kShownLines = 20;         // of a failed build's log
constexpr std::size_t kFolderDigits = 8;  // tells the repositories of one user apart
constexpr std::uintmax_t kMebibyte = 1 << 20;
constexpr std::uintmax_t kFullDisk = kMebibyte;  // less than this free after a failure: the disk is why

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

fs::path user_cache() {
  if (const auto folder = environment_value("XDG_CACHE_HOME"); !folder.empty()) return folder;
  if (const auto home = environment_value("HOME"); !home.empty()) return fs::path(home) / ".cache";
  throw Error("neither XDG_CACHE_HOME nor HOME is set, so builds have no place; --build-cache names one");
}

std::string last_lines(const std::string& log) {
  std::ifstream file(log, std::ios::binary);
  harness::drive::TextTail tail;
  for (std::string line; std::getline(file, line);) tail.append(line + "\n");
  return tail.last_lines(kShownLines);
}

void append_line(const std::string& log, const std::string& line) {
  std::ofstream(log, std::ios::binary | std::ios::app) << line << '\n';
}

}  // namespace

BuildCache::BuildCache(const Repository& repository, const std::string& folder, const CacheLimits& limits, Tell tell,
                       const std::atomic<bool>& interrupted)
    : repository_(repository), limits_(limits), tell_(std::move(tell)), interrupted_(interrupted) {
  const fs::path all = folder.empty() ? user_cache() / "tandem" / "builds" : fs::path(folder);
  folder_ = fs::absolute(all / harness::drive::sha256_of_text(repository.identity()).substr(0, kFolderDigits)).string();
  std::error_code trouble;
  fs::create_directories(folder_, trouble);
  if (trouble) throw Error("cannot make the folder " + folder_ + " for builds: " + trouble.message());
  sweep();
}

std::string BuildCache::path(const std::string& key, const char* suffix) const { return folder_ + "/" + key + suffix; }

// What lies there without its mark of completion and without anybody who holds its lock was left by a killed build.
void BuildCache::sweep() {
  std::vector<std::string> trees;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (entry.is_directory()) trees.push_back(entry.path().filename().string());
  }
  for (const auto& key : trees) {
    if (fs::exists(path(key, ".done"))) continue;
    const FileLock lock(path(key, ".lock"), LockMode::Exclusive);
    if (lock.held() && !fs::exists(path(key, ".done"))) repository_.remove_worktree(path(key, ""));
  }
}

BuiltRevision BuildCache::build(const Revision& revision, const BuildRecipe& recipe) {
  const std::string key = build_key(revision, recipe);
  const auto waits = [&] { tell_("waiting for another build of " + to_string(revision)); };
  for (bool built_now = false;; built_now = true) {
    FileLock in_use(path(key, ".lock"), LockMode::Shared, waits, interrupted_);
    if (fs::exists(path(key, ".done"))) {
      std::error_code ignored;  // the last used are kept
      fs::last_write_time(path(key, ".done"), fs::file_time_type::clock::now(), ignored);
      if (built_now) forget_oldest();
      return {.revision = revision,
              .recipe = recipe,
              .tree = path(key, ""),
              .built_now = built_now,
              .in_use = std::move(in_use)};
    }
    in_use.release();
    const FileLock making(path(key, ".lock"), LockMode::Exclusive, waits, interrupted_);
    // It may have been built by the one waited for.
    if (!fs::exists(path(key, ".done"))) make(revision, recipe, key, making);
  }
}

void BuildCache::require_space() const {
  const auto free = fs::space(folder_).available;
  const auto wanted = static_cast<std::uintmax_t>(limits_.free_space_mib) * kMebibyte;
  if (free >= wanted) return;
  throw Error("there are " + std::to_string(free / kMebibyte) + " MiB free for builds in " + folder_ + ", and " +
              std::to_string(limits_.free_space_mib) +
              " MiB are asked for (build.free_space_mib); remove what is there, or name another folder with --build-cache");
}

void BuildCache::make(const Revision& revision, const BuildRecipe& recipe, const std::string& key, const FileLock& lock) {
  require_space();
  repository_.remove_worktree(path(key, ""));
  tell_("building " + to_string(revision));
  std::error_code ignored;
  fs::remove(path(key, ".log"), ignored);
  try {
    repository_.add_worktree(revision, path(key, ""));
    run_commands(revision, recipe, key, lock);
  } catch (...) {
    repository_.remove_worktree(path(key, ""));
    throw;
  }
  std::ofstream done(path(key, ".done"));
  done << revision.commit << "\n" << revision.subject << "\n" << recipe.compiler << "\n" << recipe.flags;
  for (const auto& command : recipe.commands) done << command << "\n";
  if (!done.flush()) throw Error("cannot write " + path(key, ".done") + "; is its disk full?");
}

void BuildCache::run_commands(const Revision& revision, const BuildRecipe& recipe, const std::string& key,
                              const FileLock& lock) {
  const std::string log = path(key, ".log");
  for (const auto& command : recipe.commands) {
    append_line(log, "$ " + command);
    // The lock is the commands' standard input, an empty file: should this process be killed, a compiler that outlives
    // it still holds the lock, and nobody builds in the same folder.
    const auto end = run_logged({.text = command,
                                 .folder = path(key, ""),
                                 .environment = environment_without_git(),
                                 .timeout = recipe.timeout,
                                 .standard_input = lock.descriptor()},
                                log, interrupted_);
    if (end.timed_out) {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(recipe.timeout).count();
      fail(revision, "`" + command + "` did not end within " + std::to_string(seconds) + " s (build.timeout)", log);
    }
    if (end.status != 0) fail(revision, "`" + command + "` " + harness::drive::describe_end(end.status), log);
  }
}

void BuildCache::fail(const Revision& revision, const std::string& what, const std::string& log) const {
  std::error_code ignored;
  const bool full = fs::space(folder_, ignored).available < kFullDisk;
  const std::string lines = last_lines(log);
  throw BuildFailed("the build of " + to_string(revision) + " failed: " + what +
                    (full ? "; the disk of " + folder_ + " is full" : "") + "; the whole log is " + log +
                    (lines.empty() ? "" : "; it ends with\n" + lines));
}

// Builds in use hold their lock and stay.
void BuildCache::forget_oldest() {
  std::vector<std::pair<fs::file_time_type, std::string>> builds;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (entry.path().extension() == ".done") builds.emplace_back(entry.last_write_time(ignored), entry.path().stem().string());
  }
  std::ranges::sort(builds, std::greater());
  for (std::size_t i = static_cast<std::size_t>(std::max<std::int64_t>(limits_.builds_kept, 0)); i < builds.size(); ++i) {
    const auto& key = builds[i].second;
    const FileLock lock(path(key, ".lock"), LockMode::Exclusive);
    if (!lock.held()) continue;
    fs::remove(path(key, ".done"), ignored);
    repository_.remove_worktree(path(key, ""));
    fs::remove(path(key, ".log"), ignored);
  }
}

}  // namespace revisions
