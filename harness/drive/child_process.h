// A process of the driver's own: started without a shell, ended and reaped without fail.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/drive/file_descriptor.h"

namespace harness::drive {

struct ChildStart {
  std::string program;                   // path of the file, not searched for
  std::vector<std::string> argv;         // argv[0] included
  std::vector<std::string> environment;  // "NAME=VALUE"
  std::vector<int> cpus;                 // the only ones it may use
  int standard_input = 0;                // descriptors of the driver that become the child's 0, 1 and 2
  int standard_output = 1;
  int standard_error = 2;
};

struct ChildEnd {
  int status = 0;  // as wait4() gives it
  rusage usage{};  // of the process and of those of its children that it waited for
  double queue_time = 0;  // ns that its first thread was ready to run and waited for a CPU; 0 where the kernel tells not
  std::chrono::steady_clock::time_point seen;
};

// The child leads a process group of its own, so a terminal's Ctrl-C does not reach it, and dies with the thread that
// started it, so nothing outlives a driver that was killed. Not thread-safe.
class ChildProcess {
 public:
  explicit ChildProcess(const ChildStart& start);  // throws Error: there is no such program, it is not executable, ...
  ~ChildProcess();                                 // ends it, with its group, if it still runs
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  // Becomes readable when the child has ended.
  [[nodiscard]] int end_descriptor() const { return end_.number(); }

  // Waits until it ends by itself and reaps it; nothing if it still runs after `timeout`. The answer is kept.
  std::optional<ChildEnd> wait(std::chrono::nanoseconds timeout);

  // Ends the child and its process group now, and reaps it.
  void kill();

 private:
  pid_t pid_;
  FileDescriptor end_;
  std::optional<ChildEnd> ended_;
};

// "ended with exit status 3", "was ended by signal 11 (Segmentation fault)"
std::string describe_end(int status);

std::string seconds_text(std::chrono::nanoseconds time);  // "0.25 s"

// The path of a program as a shell finds it: a name without a slash is looked up in PATH. Absolute, so that it does not
// change its meaning; throws Error if there is none. A file that is there but cannot be executed is found.
std::string find_program(const std::string& name);

// `path` written with `length` characters or more: "/a/b" as "/a//b". The kernel puts a program's path on its stack, so
// a longer one would move everything there.
std::string lengthened_path(const std::string& path, std::size_t length);

// This process's environment, as "NAME=VALUE".
std::vector<std::string> inherited_environment();

// A variable that no program reads; its value is `bytes` long, so that the stack begins that much lower.
std::string padding_variable(std::size_t bytes);

}  // namespace harness::drive
