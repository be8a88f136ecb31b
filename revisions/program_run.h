// A program run to its end for what it says: git, a compiler asked for its version, a build command.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace revisions {

// The user asked to stop while a program ran; it has been ended.
struct Stopped {};

struct ProgramEnd {
  int status = 0;      // as wait4() gives it
  std::string output;  // all of it
  std::string errors;

  [[nodiscard]] bool succeeded() const { return status == 0; }
};

// Starts `argv` (its program is looked up in PATH) with nothing to read and waits. Throws Error if it cannot be started.
ProgramEnd run_program(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
                       const std::atomic<bool>& interrupted);

struct ShellCommand {
  std::string text;    // for sh
  std::string folder;  // where it runs
  std::vector<std::string> environment;
  std::chrono::nanoseconds timeout{};
  int standard_input = -1;  // a descriptor; without one there is nothing to read
};

// Output and errors are appended to the file `log`. Absent: it took longer than its timeout and has been ended, with
// everything it started. Throws Error, Stopped.
struct LoggedEnd {
  int status = 0;
  bool timed_out = false;
};
LoggedEnd run_logged(const ShellCommand& command, const std::string& log, const std::atomic<bool>& interrupted);

// This process's environment without what would lead git to another repository or index than the one it is told.
std::vector<std::string> environment_without_git();

}  // namespace revisions
