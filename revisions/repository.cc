#include "revisions/repository.h"

#include <filesystem>
#include <sstream>

#include "harness/drive/temporary_folder.h"
#include "harness/model/error.h"
#include "revisions/program_run.h"

namespace revisions {
namespace {

namespace fs = std::filesystem;
using harness::Error;

constexpr std::size_t kLabelDigits = 12;  // what `git describe --abbrev=12` shows: unique in the largest histories known

// Optional locks would refresh the user's index; prompts would wait for nobody.
std::vector<std::string> git_environment() {
  auto environment = environment_without_git();
  for (const char* variable : {"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"}) {
    environment.emplace_back(variable);
  }
  return environment;
}

ProgramEnd git(const std::string& folder, const std::vector<std::string>& arguments,
               const std::vector<std::string>& environment, const std::atomic<bool>& interrupted) {
  std::vector<std::string> argv{"git", "-C", folder, "-c", "core.hooksPath=/dev/null"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return run_program(argv, environment, interrupted);
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

std::string answer_of(const ProgramEnd& end, const std::vector<std::string>& arguments) {
  if (end.succeeded()) return trimmed(end.output);
  const std::string said = trimmed(end.errors);
  throw Error("git " + arguments.front() + " failed: " + (said.empty() ? "it did not say why" : said));
}

}  // namespace

std::string Revision::label() const { return commit.substr(0, kLabelDigits) + (dirty ? "-dirty" : ""); }

std::string to_string(const Revision& revision) {
  if (revision.asked.empty() || revision.commit.starts_with(revision.asked)) return revision.label();
  return revision.asked + " (" + revision.label() + ")";
}

Repository::Repository(const std::string& folder, const std::atomic<bool>& interrupted)
    : interrupted_(interrupted), folder_(folder) {
  const auto top = git(folder_, {"rev-parse", "--show-toplevel"}, git_environment(), interrupted_);
  if (!top.succeeded()) {
    throw Error(fs::absolute(folder).lexically_normal().string() + " is in no git repository with a checkout (" +
                trimmed(top.errors) + ")");
  }
  top_ = trimmed(top.output);
  identity_ = fs::canonical(ask({"rev-parse", "--path-format=absolute", "--git-common-dir"})).string();
}

std::string Repository::ask(const std::vector<std::string>& arguments) const {
  return answer_of(git(folder_, arguments, git_environment(), interrupted_), arguments);
}

bool Repository::succeeds(const std::vector<std::string>& arguments) const {
  return git(folder_, arguments, git_environment(), interrupted_).succeeded();
}

Revision Repository::resolve(const std::string& name) const {
  // A name that looks like an option is none of git's revisions either.
  const auto end = name.empty() || name.front() == '-'
                       ? ProgramEnd{.status = 1}
                       : git(folder_, {"rev-parse", "--quiet", "--verify", name + "^{commit}"}, git_environment(),
                             interrupted_);
  if (end.succeeded()) {
    const std::string commit = trimmed(end.output);
    return {.asked = name, .commit = commit, .subject = ask({"log", "-1", "--format=%s", commit})};
  }
  const bool shallow = ask({"rev-parse", "--is-shallow-repository"}) == "true";
  throw Error("there is no revision '" + name + "' in " + top_ +
              (shallow ? ", which is a shallow clone; `git fetch --unshallow --tags` fetches the rest of its history"
                       : "; `git log --oneline` and `git tag` list what there is"));
}

bool Repository::has_changes() const {
  return !ask({"status", "--porcelain", "--untracked-files=no", "--ignore-submodules=none"}).empty();
}

Revision Repository::snapshot() const {
  const harness::drive::TemporaryFolder folder;
  const std::string index = folder.path() + "/index";
  fs::copy_file(ask({"rev-parse", "--path-format=absolute", "--git-path", "index"}), index);
  auto environment = git_environment();
  environment.push_back("GIT_INDEX_FILE=" + index);
  const std::string head = ask({"rev-parse", "HEAD"});
  const std::string date = ask({"log", "-1", "--format=%cI", head});
  for (const char* who : {"AUTHOR", "COMMITTER"}) {
    const std::string prefix = std::string("GIT_") + who;
    environment.insert(environment.end(), {prefix + "_NAME=tandem", prefix + "_EMAIL=", prefix + "_DATE=" + date});
  }
  const auto with_index = [&](const std::vector<std::string>& arguments) {
    return answer_of(git(top_, arguments, environment, interrupted_), arguments);
  };
  with_index({"add", "--update"});
  const std::string tree = with_index({"write-tree"});
  const std::string commit = with_index({"commit-tree", tree, "-p", head, "-m", "the checkout as it stands"});
  return {.asked = "HEAD", .commit = commit, .subject = "the checkout as it stands", .dirty = true};
}

bool Repository::has_file(const Revision& revision, const std::string& path) const {
  return succeeds({"cat-file", "-e", revision.commit + ":" + path});
}

std::string Repository::newest_tag_before(const Revision& revision) const {
  const auto end = git(folder_, {"describe", "--tags", "--abbrev=0", revision.commit + "^"}, git_environment(), interrupted_);
  return end.succeeded() ? trimmed(end.output) : "";
}

std::vector<Revision> Repository::between(const Revision& good, const Revision& bad) const {
  if (!succeeds({"merge-base", "--is-ancestor", good.commit, bad.commit})) {
    throw Error(to_string(good) + " is no ancestor of " + to_string(bad) + ", so there is no history between them to search");
  }
  const std::string range = good.commit + ".." + bad.commit;
  // On the first parents, the oldest commit's parent is `good` itself; otherwise `good` came in by a merge.
  const std::string first = ask({"rev-list", "--first-parent", "--reverse", range});
  const std::string oldest = first.substr(0, first.find('\n'));
  const bool along_parents = !oldest.empty() && succeeds({"rev-parse", "--quiet", "--verify", oldest + "^1"}) &&
                             ask({"rev-parse", oldest + "^1"}) == good.commit;
  std::istringstream lines(ask({"log", "--reverse", along_parents ? "--first-parent" : "--ancestry-path", "--topo-order",
                                "--format=%H %s", range}));
  std::vector<Revision> revisions;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    const std::string commit = line.substr(0, blank);
    revisions.push_back({.asked = "", .commit = commit, .subject = blank == std::string::npos ? "" : line.substr(blank + 1)});
  }
  return revisions;
}

void Repository::add_worktree(const Revision& revision, const std::string& folder) const {
  (void)ask({"worktree", "add", "--quiet", "--detach", folder, revision.commit});
}

void Repository::remove_worktree(const std::string& folder) const {
  std::error_code trouble;
  fs::remove_all(folder, trouble);
  if (trouble) throw Error("cannot remove " + folder + ": " + trouble.message());
  // Forced twice: a process killed while it added the worktree left it locked. Unknown to git is as good as removed.
  (void)succeeds({"worktree", "remove", "--force", "--force", folder});
}

}  // namespace revisions
