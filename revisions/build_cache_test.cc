#include "revisions/build_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>
#include <vector>

#include "revisions/program_run.h"
#include "revisions/testing/small_repository.h"

namespace revisions {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class BuildCacheTest : public ::testing::Test {
 protected:
  BuildCacheTest() {
    small_.write("source", "one\n");
    small_.commit("first");
  }

  BuildCache cache(CacheLimits limits = {}) {
    return {repository(), small_.folder() + "/cache", limits, [this](const std::string& said) { said_.push_back(said); },
            interrupted_};
  }

  const Repository& repository() {
    if (!repository_) repository_.emplace(small_.checkout(), interrupted_);
    return *repository_;
  }

  BuildRecipe recipe(const std::vector<std::string>& commands, std::chrono::nanoseconds timeout = 60s) {
    return recipe_for(repository(), repository().resolve("HEAD"), commands, timeout, interrupted_);
  }

  BuiltRevision build(BuildCache& cache, const std::vector<std::string>& commands) {
    return cache.build(repository().resolve("HEAD"), recipe(commands));
  }

  // Worktrees that are on disk, and that git knows besides the checkout.
  std::string trees() { return testing::shell("find " + small_.folder() + "/cache -mindepth 2 -maxdepth 2 -type d | wc -l"); }
  std::string known_trees() { return small_.git("worktree list --porcelain | grep -c ^worktree"); }

  std::atomic<bool> interrupted_ = false;
  testing::SmallRepository small_;
  std::optional<Repository> repository_;
  std::vector<std::string> said_;
};

TEST_F(BuildCacheTest, ARevisionIsBuiltOnceAndTheCheckoutIsUntouched) {
  const std::string untouched = small_.fingerprint();
  BuildCache builds = cache();
  const std::vector<std::string> commands{"mkdir made", "cp source made/worker && echo built"};
  const BuiltRevision first = build(builds, commands);
  EXPECT_TRUE(first.built_now);
  EXPECT_EQ(testing::content_of(first.tree + "/made/worker"), "one\n");
  const BuiltRevision second = build(builds, commands);
  EXPECT_FALSE(second.built_now);
  EXPECT_EQ(second.tree, first.tree);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("building HEAD (")));
  EXPECT_EQ(small_.fingerprint(), untouched);
}

TEST_F(BuildCacheTest, OtherCommandsOrAnotherRevisionAreAnotherBuildWithAPathOfTheSameLength) {
  BuildCache builds = cache();
  const BuiltRevision first = build(builds, {"true"});
  const BuiltRevision other = build(builds, {"true "});
  small_.commit("second");
  const BuiltRevision later = build(builds, {"true"});
  EXPECT_TRUE(other.built_now && later.built_now);
  EXPECT_EQ(std::set({first.tree, other.tree, later.tree}).size(), 3u);
  EXPECT_EQ(first.tree.size(), later.tree.size());
}

TEST_F(BuildCacheTest, AFailureShowsTheEndOfItsLogAndLeavesOnlyTheLog) {
  BuildCache builds = cache();
  const auto failing = [&] { (void)build(builds, {"echo fine", "seq 1 100; echo 'engine.cc:7: error' >&2; exit 3"}); };
  EXPECT_THAT(failing, ThrowsMessage<BuildFailed>(AllOf(HasSubstr("the build of HEAD ("), HasSubstr("exit status 3"),
                                                        HasSubstr(".log"), HasSubstr("\n100\nengine.cc:7: error"),
                                                        Not(HasSubstr("\n50\n")))));
  EXPECT_EQ(trees(), "0");
  EXPECT_EQ(known_trees(), "1");
  const std::string logs = testing::shell("cat " + builds.folder() + "/*.log");
  EXPECT_THAT(logs, AllOf(HasSubstr("$ echo fine\nfine\n"), HasSubstr("\n50\n"), HasSubstr("engine.cc:7: error")));
}

TEST_F(BuildCacheTest, ACommandThatHangsIsEnded) {
  BuildCache builds = cache();
  const auto hanging = [&] { (void)builds.build(repository().resolve("HEAD"), recipe({"sleep 1000 & sleep 1000"}, 300ms)); };
  EXPECT_THAT(hanging, ThrowsMessage<BuildFailed>(HasSubstr("did not end within")));
  EXPECT_EQ(trees(), "0");
}

TEST_F(BuildCacheTest, AnInterruptEndsTheBuildAndLeavesNothing) {
  BuildCache builds = cache();
  const std::string begun = small_.folder() + "/begun";
  std::jthread interrupter([&] {
    while (!fs::exists(begun)) std::this_thread::yield();
    interrupted_ = true;
  });
  EXPECT_THROW(build(builds, {"touch " + begun + "; sleep 1000"}), Stopped);
  interrupted_ = false;
  EXPECT_EQ(trees(), "0");
  EXPECT_EQ(known_trees(), "1");
}

TEST_F(BuildCacheTest, WhatAKilledBuildLeftIsSweptAndBuiltAnew) {
  BuildCache builds = cache();
  const std::string key = build_key(repository().resolve("HEAD"), recipe({"cp source worker"}));
  repository().add_worktree(repository().resolve("HEAD"), builds.folder() + "/" + key);  // as far as a killed one came
  repository().add_worktree(repository().resolve("HEAD"), builds.folder() + "/0123456789abcdef");
  EXPECT_EQ(known_trees(), "3");
  BuildCache again = cache();
  EXPECT_EQ(trees(), "0");
  EXPECT_EQ(known_trees(), "1");
  EXPECT_TRUE(build(again, {"cp source worker"}).built_now);
}

TEST_F(BuildCacheTest, TwoAtOnceBuildOnce) {
  const std::string counted = small_.folder() + "/counted";
  const auto night = [&] {
    const Repository own(small_.checkout(), interrupted_);
    BuildCache builds(own, small_.folder() + "/cache", {}, [](const std::string&) {}, interrupted_);
    const Revision head = own.resolve("HEAD");
    (void)builds.build(head, recipe_for(own, head, {"echo once >> " + counted}, 60s, interrupted_));
  };
  {
    std::jthread one(night), other(night);
  }
  EXPECT_EQ(testing::content_of(counted), "once\n");
}

TEST_F(BuildCacheTest, TheLastUsedAreKeptAndThoseInUseToo) {
  BuildCache builds = cache({.builds_kept = 1});
  const BuiltRevision used = build(builds, {"true 1"});
  std::string forgotten;
  {
    const BuiltRevision unused = build(builds, {"true 2"});
    forgotten = unused.tree;
  }
  const BuiltRevision last = build(builds, {"true 3"});
  EXPECT_TRUE(fs::exists(used.tree));
  EXPECT_FALSE(fs::exists(forgotten));
  EXPECT_TRUE(fs::exists(last.tree));
}

TEST_F(BuildCacheTest, WantOfSpaceIsSaidBeforeAnythingIsMade) {
  BuildCache builds = cache({.free_space_mib = std::int64_t{1} << 40});
  EXPECT_THAT([&] { (void)build(builds, {"true"}); }, ThrowsMessage<harness::Error>(HasSubstr("MiB free for builds in")));
  EXPECT_EQ(trees(), "0");
}

TEST_F(BuildCacheTest, CommandsAreRecognisedFromTheTree) {
  EXPECT_THAT([&] { (void)recipe({}); }, ThrowsMessage<harness::Error>(HasSubstr("neither meson.build nor CMakeLists.txt")));
  small_.write("CMakeLists.txt", "");
  small_.commit("with CMake");
  EXPECT_THAT(recipe({}).commands.at(0), HasSubstr("cmake -S . -B build"));
  small_.write("meson.build", "");
  small_.commit("with meson");
  EXPECT_THAT(recipe({}).commands.at(0), HasSubstr("meson setup build"));
  EXPECT_THAT(recipe({"make"}).commands, ElementsAre("make"));
}

}  // namespace
}  // namespace revisions
