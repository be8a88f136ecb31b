// A git repository, asked through the git program. Nothing here writes to the user's checkout: not to its files, not to
// its index, not to its branches. Worktrees are added elsewhere, detached, and hooks are not run.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace revisions {

// A commit, and how it was asked for.
struct Revision {
  std::string asked;    // "HEAD~1", "v1.2"
  std::string commit;   // 40 hexadecimal digits (64 in a repository of SHA-256)
  std::string subject;  // first line of its message; data, from anybody
  bool dirty = false;   // a snapshot of a checkout with changes

  // "1234567890ab", "1234567890ab-dirty": what a build says of itself.
  [[nodiscard]] std::string label() const;
};

// "HEAD~1 (1234567890ab)": for sentences.
std::string to_string(const Revision& revision);

class Repository {
 public:
  // The repository that `folder` lies in. Throws Error if it lies in none, or there is no git. `interrupted` must outlive
  // this; once it is true every call throws Stopped.
  Repository(const std::string& folder, const std::atomic<bool>& interrupted);

  [[nodiscard]] const std::string& top() const { return top_; }  // of the checkout
  // What tells this repository from others: the path of its .git folder, links resolved.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  // Throws Error if there is no such commit; in a shallow clone the sentence says how to fetch more.
  [[nodiscard]] Revision resolve(const std::string& name) const;
  // True if a file that git knows differs from HEAD.
  [[nodiscard]] bool has_changes() const;
  // The checkout as it stands, with changes to files that git knows, as a commit that no branch names. The same state
  // gives the same commit.
  [[nodiscard]] Revision snapshot() const;
  [[nodiscard]] bool has_file(const Revision& revision, const std::string& path) const;
  // The newest tag on the history of `revision`, not on itself; empty if there is none.
  [[nodiscard]] std::string newest_tag_before(const Revision& revision) const;
  // The commits after `good` up to and with `bad`, oldest first: along the first parents where `good` lies there.
  // Throws Error if `good` is no ancestor of `bad`.
  [[nodiscard]] std::vector<Revision> between(const Revision& good, const Revision& bad) const;

  // Checks the revision out into a new folder. Throws Error with git's own words.
  void add_worktree(const Revision& revision, const std::string& folder) const;
  // Removes the folder and what git knows of it, in whatever state a killed process left it.
  void remove_worktree(const std::string& folder) const;

 private:
  [[nodiscard]] std::string ask(const std::vector<std::string>& arguments) const;  // throws Error if git fails
  [[nodiscard]] bool succeeds(const std::vector<std::string>& arguments) const;

  const std::atomic<bool>& interrupted_;
  std::string folder_;
  std::string top_;
  std::string identity_;
};

}  // namespace revisions
