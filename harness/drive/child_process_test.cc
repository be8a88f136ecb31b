#include "harness/drive/child_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "harness/drive/placement.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

constexpr seconds kGenerous{100};

ChildStart start_of(std::vector<std::string> argv) {
  return {.program = find_program(argv.front()),
          .argv = argv,
          .environment = inherited_environment(),
          .cpus = allowed_cpus()};
}

// What the program writes to its standard output until its end.
std::string output_of(ChildStart start) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  start.standard_output = writer.number();
  ChildProcess child(start);
  writer.close();
  std::string output;
  std::array<char, 4096> piece{};
  for (ssize_t size = 0; (size = read(reader.number(), piece.data(), piece.size())) > 0;) {
    output.append(piece.data(), static_cast<std::size_t>(size));
  }
  EXPECT_TRUE(child.wait(kGenerous));
  return output;
}

std::string what_starting_throws(const ChildStart& start) {
  try {
    ChildProcess child(start);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(ChildProcess, ReportsItsExitStatus) {
  ChildProcess child(start_of({"sh", "-c", "exit 3"}));
  const std::optional<ChildEnd> end = child.wait(kGenerous);
  ASSERT_TRUE(end);
  EXPECT_EQ(describe_end(end->status), "ended with exit status 3");
}

TEST(ChildProcess, ReportsTheSignalThatEndedIt) {
  ChildProcess child(start_of({"sh", "-c", "kill -SEGV $$"}));
  EXPECT_EQ(describe_end(child.wait(kGenerous)->status), "was ended by signal 11 (Segmentation fault)");
}

TEST(ChildProcess, WaitGivesUpAndTheChildLivesOn) {
  ChildProcess child(start_of({"sleep", "1000"}));
  EXPECT_FALSE(child.wait(milliseconds(10)));
  EXPECT_EQ(::kill(child.pid(), 0), 0);
}

TEST(ChildProcess, IsEndedAndReapedWithItsGroup) {
  pid_t pid = 0;
  {
    // The shell's own child keeps the pipe open: its end is seen as end of file.
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    FileDescriptor reader(ends[0]);
    FileDescriptor writer(ends[1]);
    ChildStart start = start_of({"sh", "-c", "sleep 1000 & echo started; wait"});
    start.standard_output = writer.number();
    std::optional<ChildProcess> child(std::in_place, start);
    writer.close();
    pid = child->pid();
    char byte = 0;
    while (byte != '\n') ASSERT_EQ(read(reader.number(), &byte, 1), 1);
    child.reset();
    EXPECT_EQ(read(reader.number(), &byte, 1), 0);
  }
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(ChildProcess, LeadsItsOwnProcessGroup) {
  ChildProcess child(start_of({"sleep", "1000"}));
  EXPECT_EQ(getpgid(child.pid()), child.pid());
}

TEST(ChildProcess, RunsOnlyWhereItMay) {
  ChildStart start = start_of({"sh", "-c", "grep Cpus_allowed_list /proc/self/status"});
  const int last = start.cpus.back();
  start.cpus = {last};
  EXPECT_EQ(output_of(start), "Cpus_allowed_list:\t" + std::to_string(last) + "\n");
}

TEST(ChildProcess, StartsWithOrdinarySignals) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::string status = output_of(start_of({"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"}));
  std::signal(SIGPIPE, SIG_DFL);
  EXPECT_THAT(status, HasSubstr("SigBlk:\t0000000000000000"));
  const std::string ignored = status.substr(status.find("SigIgn:\t") + 8, 16);
  EXPECT_EQ(std::stoull(ignored, nullptr, 16) & (1ULL << (SIGPIPE - 1)), 0U) << ignored;
}

TEST(ChildProcess, InheritsNoDescriptorButTheThree) {
  // ls itself has the folder open, as 3.
  EXPECT_EQ(output_of(start_of({"ls", "/proc/self/fd"})), "0\n1\n2\n3\n");
}

// The sources overlap the targets: a descriptor must not be overwritten before it is used.
TEST(ChildProcess, ADescriptorMayStandInAnyPlace) {
  ChildStart start = start_of({"sh", "-c",
                               "test /proc/self/fd/1 -ef /proc/$PPID/fd/2 && "
                               "test /proc/self/fd/2 -ef /proc/$PPID/fd/0 && "
                               "test /proc/self/fd/0 -ef /proc/$PPID/fd/1"});
  start.standard_input = 1;
  start.standard_output = 2;
  start.standard_error = 0;
  ChildProcess child(start);
  EXPECT_EQ(child.wait(kGenerous)->status, 0);
}

TEST(ChildProcess, AProgramThatCannotBeStartedIsSaid) {
  std::string folder = testing::TempDir() + "tandem_child_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string text = folder + "/no_program.txt";
  std::ofstream(text) << "hello\n";
  ChildStart start = start_of({"true"});
  start.program = text;
  EXPECT_EQ(what_starting_throws(start), "cannot start " + text + ": it is not executable");
  chmod(text.c_str(), 0755);
  EXPECT_EQ(what_starting_throws(start), "cannot start " + text + ": it is not a program this machine can execute");
  start.program = folder;
  EXPECT_EQ(what_starting_throws(start), "cannot start " + folder + ": it is a directory");
  start.program = folder + "/absent";
  EXPECT_EQ(what_starting_throws(start), "cannot start " + folder + "/absent: No such file or directory");
  std::filesystem::remove_all(folder);
}

TEST(FindProgram, LooksInPathForABareName) {
  EXPECT_THAT(find_program("sh"), HasSubstr("/sh"));
  EXPECT_THROW(find_program("tandem-there-is-no-such-program"), Error);
  EXPECT_THROW(find_program(""), Error);
  EXPECT_THROW(find_program("./tandem-there-is-no-such-program"), Error);
}

TEST(FindProgram, IsAbsolute) {
  const std::string name = "tandem_find_program_test";
  std::ofstream(name) << "x";
  EXPECT_EQ(find_program("./" + name), std::filesystem::current_path() / name);
  std::filesystem::remove(name);
}

TEST(LengthenedPath, KeepsItsMeaning) {
  EXPECT_EQ(lengthened_path("/usr/bin/env", 15), "/usr/bin////env");
  EXPECT_EQ(lengthened_path("/usr/bin/env", 12), "/usr/bin/env");
  EXPECT_EQ(lengthened_path("/usr/bin/env", 3), "/usr/bin/env");
  EXPECT_TRUE(std::filesystem::equivalent(lengthened_path("/usr/bin/env", 60), "/usr/bin/env"));
}

}  // namespace
}  // namespace harness::drive
