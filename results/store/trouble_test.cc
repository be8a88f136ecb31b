// Stores that cannot be opened, cannot be written, are written by two at once, or lose their writer.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <memory>
#include <thread>

#include "harness/model/error.h"
#include "results/store/store.h"
#include "results/store/testing/child_process.h"
#include "results/store/testing/made_up.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

using harness::RunState;
using testing::AnyOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::SizeIs;

class TroubleTest : public testing::Test {
 protected:
  std::string sentence_of_opening(Access access) {
    try {
      (void)Store::open(path_, access);
    } catch (const harness::Error& error) {
      return error.what();
    }
    return "no error";
  }

  void write_file(const std::string& content) { std::ofstream(path_) << content; }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("tandem.db");
};

TrialId begin_run_and_trial(Store& store, const std::string& run) {
  store.begin_run(made_up_run(run), made_up_machine());
  return store.begin_trial(run, made_up_header("a"));
}

TEST_F(TroubleTest, AReaderOfNothingIsToldHowToMakeIt) {
  EXPECT_EQ(sentence_of_opening(Access::ReadOnly),
            "there is no store at " + path_ + " yet; `tandem run` makes one, --store names another");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(TroubleTest, AFolderIsNoStore) {
  std::filesystem::create_directory(path_);
  for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
    EXPECT_EQ(sentence_of_opening(access), path_ + " is a folder, and a store is a file; name a file with --store");
  }
}

TEST_F(TroubleTest, AFileOfAnotherKindIsLeftAsItIs) {
  const std::string content = "scenario,time\nclient/in_flight_set,12\n" + std::string(5000, '.');
  write_file(content);
  for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
    EXPECT_EQ(sentence_of_opening(access),
              path_ + " is not a store (it is not an SQLite database); name another file with --store");
  }
  EXPECT_EQ(std::filesystem::file_size(path_), content.size());
}

TEST_F(TroubleTest, AnEmptyFileIsAnEmptyStore) {
  write_file("");
  EXPECT_EQ(sentence_of_opening(Access::ReadOnly),
            "the store " + path_ + " is empty; `tandem run` puts a first run into it");
  EXPECT_EQ(sentence_of_opening(Access::ReadWrite), "no error");
}

TEST_F(TroubleTest, AServerIsNoFile) {
  path_ = "postgresql://team/tandem";
  EXPECT_EQ(
      sentence_of_opening(Access::ReadWrite),
      "the store postgresql://team/tandem is on a server, and this tandem keeps stores in files only; name a file "
      "with --store");
  EXPECT_FALSE(std::filesystem::exists("postgresql:"));
}

TEST_F(TroubleTest, TheFolderIsMadeAndTheSchemeMayBeSaid) {
  path_ = "sqlite:" + folder_.file("made/tandem.db");
  EXPECT_EQ(sentence_of_opening(Access::ReadWrite), "no error");
  EXPECT_TRUE(std::filesystem::exists(folder_.file("made/tandem.db")));
}

TEST_F(TroubleTest, AMistypedPathIsNotMadeWhole) {
  path_ = folder_.file("mistyped/results/tandem.db");
  EXPECT_EQ(sentence_of_opening(Access::ReadWrite),
            "there is no folder " + folder_.file("mistyped") + " to make the store " + path_ +
                " in; make it, or name another file with --store");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("mistyped")));
}

TEST_F(TroubleTest, ADeviceIsNoStore) {
  path_ = folder_.file("null");
  std::filesystem::create_symlink("/dev/null", path_);
  for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
    EXPECT_EQ(sentence_of_opening(access),
              path_ + " is a device, a pipe or a socket, and a store is a file; name a file with --store");
  }
  EXPECT_FALSE(std::filesystem::exists(path_ + "-journal"));
}

TEST_F(TroubleTest, AFolderThatCannotBeMadeIsSaid) {
  write_file("in the way");
  path_ += "/tandem.db";
  EXPECT_THAT(sentence_of_opening(Access::ReadWrite),
              HasSubstr("the folder of the store " + path_ + " cannot be made"));
}

// Permissions do not bind the superuser: the test becomes nobody first.
void become_nobody() {
  if (geteuid() != 0) return;
  constexpr uid_t kNobody = 65534;
  if (setgroups(0, nullptr) != 0 || setresgid(kNobody, kNobody, kNobody) != 0 ||
      setresuid(kNobody, kNobody, kNobody) != 0) {
    throw std::system_error(errno, std::generic_category(), "setresuid");
  }
}

TEST_F(TroubleTest, AStoreThatCannotBeWrittenCanBeReadAndSaysSo) {
  {
    Store store = Store::open(path_, Access::ReadWrite);
    begin_run_and_trial(store, "r1");
  }
  chmod(path_.c_str(), 0444);
  chmod(folder_.path().c_str(), 0555);
  ChildProcess child([&] {
    become_nobody();
    EXPECT_EQ(sentence_of_opening(Access::ReadWrite),
              "the store " + path_ +
                  " is read-only; allow writing to the file and its folder, or name another file with --store");
    EXPECT_THAT(Store::open(path_, Access::ReadOnly).runs(10), SizeIs(1));
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(child.wait(), 0);
  chmod(folder_.path().c_str(), 0755);
}

TEST_F(TroubleTest, AFolderThatCannotBeWrittenIsSaid) {
  chmod(folder_.path().c_str(), 0555);
  ChildProcess child([&] {
    become_nobody();
    EXPECT_EQ(sentence_of_opening(Access::ReadWrite),
              "the folder of the store " + path_ +
                  " is read-only; allow writing to it, or name another file with --store");
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(child.wait(), 0);
  chmod(folder_.path().c_str(), 0755);
}

// A disk of its own for this process, where the system allows it: a tmpfs in a mount namespace. Elsewhere a limit on
// the size of files takes its place, which SQLite meets at the same call with another error number.
enum class Disk { Small, Limited };

Disk make_small_disk(const std::string& folder, std::size_t bytes) {
  const bool own_mounts = unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
  if (own_mounts && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
      mount("tmpfs", folder.c_str(), "tmpfs", 0, ("size=" + std::to_string(bytes)).c_str()) == 0) {
    return Disk::Small;
  }
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes / 2, bytes / 2};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) throw std::system_error(errno, std::generic_category(), "setrlimit");
  return Disk::Limited;
}

// SQLite does not always know why a write stopped at a file-size limit, so that reason may be its own.
std::string full_sentence(const std::string& path, Disk disk) {
  return disk == Disk::Small
             ? "the store " + path +
                   " cannot grow because its disk is full; what was saved before is safe, free some "
                   "space and go on"
             : "the store " + path + " cannot be read or written: (File too large|disk I/O error); check the disk it is on";
}

// Saves launch pairs until the store refuses one. Returns how many it took, and its sentence.
std::pair<std::size_t, std::string> fill(Store& store, TrialId trial) {
  for (int i = 0;; ++i) {
    try {
      store.save_launch_pair(trial, made_up_launch_pair(i));
    } catch (const harness::Error& error) {
      return {static_cast<std::size_t>(i), error.what()};
    }
  }
}

TEST_F(TroubleTest, OnAFullDiskEverythingSavedBeforeIsKept) {
  ChildProcess child([&] {
    const Disk disk = make_small_disk(folder_.path().string(), 1 << 20);
    std::size_t saved = 0;
    {
      Store store = Store::open(path_, Access::ReadWrite);
      const TrialId trial = begin_run_and_trial(store, "r1");
      std::string sentence;
      std::tie(saved, sentence) = fill(store, trial);
      EXPECT_THAT(sentence, MatchesRegex(full_sentence(path_, disk)));
      EXPECT_GT(saved, 0u);
      EXPECT_THAT(store.trials("r1").at(0).launch_pairs, SizeIs(saved));
    }
    EXPECT_THAT(Store::open(path_, Access::ReadOnly).trials("r1").at(0).launch_pairs, SizeIs(saved));
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(child.wait(), 0);
}

TEST_F(TroubleTest, OnADiskThatIsFullFromTheStartNothingIsLeftBehindButASentence) {
  ChildProcess child([&] {
    const Disk disk = make_small_disk(folder_.path().string(), 16384);
    EXPECT_THAT(sentence_of_opening(Access::ReadWrite), MatchesRegex(full_sentence(path_, disk)));
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(child.wait(), 0);
}

TEST_F(TroubleTest, ProcessesThatMakeTheStoreTogetherAllGetIt) {
  const auto open_and_write = [&](const std::string& run) {
    return [this, run] {
      Store store = Store::open(path_, Access::ReadWrite);
      store.save_launch_pair(begin_run_and_trial(store, run), made_up_launch_pair(0));
      return 0;
    };
  };
  {
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (const char* run : {"r1", "r2", "r3", "r4"})
      children.push_back(std::make_unique<ChildProcess>(open_and_write(run)));
    for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  }
  EXPECT_THAT(Store::open(path_, Access::ReadOnly).runs(10), SizeIs(4));
}

TEST_F(TroubleTest, AReaderBesideAWriterSeesWholeLaunchPairsAndNeverFewerThanBefore) {
  constexpr int kLaunchPairs = 200;
  Store writer = Store::open(path_, Access::ReadWrite);
  const TrialId trial = begin_run_and_trial(writer, "r1");
  std::thread writing([&] {
    for (int i = 0; i < kLaunchPairs; ++i) writer.save_launch_pair(trial, made_up_launch_pair(i));
  });
  const Store reader = Store::open(path_, Access::ReadOnly);
  std::size_t seen = 0;
  while (seen < kLaunchPairs) {
    const harness::Trial kept = reader.trials("r1").at(0);
    ASSERT_GE(kept.launch_pairs.size(), seen);
    seen = kept.launch_pairs.size();
    for (const auto& launch_pair : kept.launch_pairs) ASSERT_THAT(launch_pair.batches, SizeIs(6));
  }
  writing.join();
}

// The writing end of a pipe tells how many calls have returned.
TEST_F(TroubleTest, WhatAKilledWriterHadSavedIsThereAndItsRunIsInterrupted) {
  constexpr int kBeforeTheKill = 20;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    ChildProcess child([&] {
      Store store = Store::open(path_, Access::ReadWrite);
      const TrialId trial = begin_run_and_trial(store, "r1");
      for (int i = 0;; ++i) {
        store.save_launch_pair(trial, made_up_launch_pair(i));
        if (write(ends[1], "x", 1) != 1) return 1;
      }
    });
    char letter = 0;
    for (int i = 0; i < kBeforeTheKill; ++i) ASSERT_EQ(read(ends[0], &letter, 1), 1);
    EXPECT_EQ(Store::open(path_, Access::ReadOnly).run("r1")->state, RunState::Running);
    EXPECT_EQ(child.kill_and_wait(), -SIGKILL);
  }
  // Calls that returned after the last read wrote their letters too.
  close(ends[1]);
  std::size_t returned = kBeforeTheKill;
  for (char letter = 0; read(ends[0], &letter, 1) == 1;) ++returned;
  close(ends[0]);

  Store store = Store::open(path_, Access::ReadWrite);
  const auto trials = store.unjudged_trials("r1");
  ASSERT_THAT(trials, SizeIs(1));
  // One call may have committed without having said so.
  EXPECT_THAT(trials[0].launch_pairs, AnyOf(SizeIs(returned), SizeIs(returned + 1)));
  EXPECT_EQ(store.run("r1")->state, RunState::Interrupted);
  EXPECT_EQ(store.report("r1")->run.state, RunState::Interrupted);
  EXPECT_EQ(store.runs(1).at(0).run.state, RunState::Interrupted);
  begin_run_and_trial(store, "r2");  // and life goes on
}

}  // namespace
}  // namespace results::store
