#include "revisions/repository.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "harness/model/error.h"
#include "revisions/testing/small_repository.h"

namespace revisions {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing::SmallRepository;

const std::atomic<bool> kNever = false;

std::vector<std::string> subjects(const std::vector<Revision>& revisions) {
  std::vector<std::string> out;
  for (const auto& revision : revisions) out.push_back(revision.subject);
  return out;
}

TEST(RepositoryTest, ResolvesNamesToCommits) {
  const SmallRepository small;
  const std::string first = small.commit("first: with 'quotes' | and more");
  small.git("tag v1");
  const std::string second = small.commit("second");
  const Repository repository(small.checkout(), kNever);
  EXPECT_EQ(repository.resolve("v1").commit, first);
  EXPECT_EQ(repository.resolve("HEAD").commit, second);
  EXPECT_EQ(repository.resolve("HEAD~1").label(), first.substr(0, 12));
  EXPECT_EQ(to_string(repository.resolve("v1")), "v1 (" + first.substr(0, 12) + ")");
  EXPECT_EQ(repository.newest_tag_before(repository.resolve("HEAD")), "v1");
  EXPECT_EQ(repository.newest_tag_before(repository.resolve("v1")), "");
}

TEST(RepositoryTest, WhatIsNoRevisionIsSaid) {
  const SmallRepository small;
  small.commit("first");
  const Repository repository(small.checkout(), kNever);
  for (const char* name : {"nothing", "", "--all", "HEAD~7", "HEAD:file"}) {
    EXPECT_THAT([&] { (void)repository.resolve(name); },
                ThrowsMessage<harness::Error>(HasSubstr("there is no revision '" + std::string(name) + "'")));
  }
  EXPECT_THROW(Repository("/", kNever), harness::Error);
}

TEST(RepositoryTest, AShallowCloneSaysHowToFetchMore) {
  const SmallRepository small;
  small.commit("first");
  small.commit("second");
  const std::string clone = small.folder() + "/clone";
  testing::shell("git clone --quiet --depth 1 file://" + small.checkout() + " " + clone);
  const Repository repository(clone, kNever);
  EXPECT_THAT([&] { (void)repository.resolve("HEAD~1"); },
              ThrowsMessage<harness::Error>(HasSubstr("a shallow clone; `git fetch --unshallow --tags`")));
}

TEST(RepositoryTest, ASnapshotHoldsWhatChangedAndTouchesNothing) {
  const SmallRepository small;
  small.write("file", "before\n");
  small.commit("first");
  const Repository repository(small.checkout(), kNever);
  EXPECT_FALSE(repository.has_changes());
  small.write("file", "after\n");
  small.write("not_added", "left alone\n");
  EXPECT_TRUE(repository.has_changes());
  const std::string untouched = small.fingerprint();
  const Revision snapshot = repository.snapshot();
  EXPECT_EQ(repository.snapshot().commit, snapshot.commit);
  EXPECT_EQ(small.fingerprint(), untouched);
  EXPECT_EQ(small.git("show " + snapshot.commit + ":file"), "after");
  EXPECT_FALSE(repository.has_file(snapshot, "not_added"));
  EXPECT_THAT(snapshot.label(), HasSubstr("-dirty"));
}

TEST(RepositoryTest, BetweenFollowsTheFirstParents) {
  const SmallRepository small;
  small.commit("good");
  small.git("checkout --quiet -b side");
  small.commit("on the side");
  small.git("checkout --quiet main");
  small.commit("straight");
  small.git("merge --quiet --no-ff -m merged side");
  small.commit("bad");
  const Repository repository(small.checkout(), kNever);
  const auto resolve = [&](const char* name) { return repository.resolve(name); };
  EXPECT_THAT(subjects(repository.between(resolve("HEAD~3"), resolve("HEAD"))),
              ::testing::ElementsAre("straight", "merged", "bad"));
  EXPECT_THAT(subjects(repository.between(resolve("side"), resolve("HEAD"))), ::testing::ElementsAre("merged", "bad"));
  EXPECT_THAT([&] { (void)repository.between(resolve("HEAD"), resolve("HEAD~1")); },
              ThrowsMessage<harness::Error>(HasSubstr("is no ancestor of")));
}

TEST(RepositoryTest, AWorktreeIsAddedAndRemovedInAnyState) {
  const SmallRepository small;
  small.write("file", "text\n");
  small.commit("first");
  const Repository repository(small.checkout(), kNever);
  const std::string untouched = small.fingerprint();
  const std::string tree = small.folder() + "/tree";
  for (const char* damage : {"true", "rm -rf ", "rm -f .git && ls "}) {
    repository.add_worktree(repository.resolve("HEAD"), tree);
    EXPECT_EQ(testing::content_of(tree + "/file"), "text\n");
    testing::shell("cd " + tree + " && " + damage + std::string(damage[0] == 't' ? "" : tree));
    repository.remove_worktree(tree);
    EXPECT_FALSE(std::filesystem::exists(tree));
  }
  EXPECT_EQ(small.git("worktree list --porcelain | grep -c ^worktree"), "1");
  EXPECT_EQ(small.fingerprint(), untouched);
}

}  // namespace
}  // namespace revisions
