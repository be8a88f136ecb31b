#include "revisions/program_run.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "harness/drive/child_process.h"
#include "harness/drive/file_descriptor.h"
#include "harness/drive/placement.h"
#include "harness/model/error.h"

namespace revisions {
namespace {

using harness::drive::ChildEnd;
using harness::drive::ChildProcess;
using harness::drive::FileDescriptor;

constexpr std::chrono::milliseconds kInterruptGrain{200};  // how late an interrupt is seen

FileDescriptor checked(int number, const std::string& what) {
  if (number < 0) throw harness::Error("cannot open " + what + ": " + std::strerror(errno));
  return FileDescriptor(number);
}

FileDescriptor nothing() { return checked(open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null"); }

// In memory, so that a program that says much is never kept waiting for a reader.
FileDescriptor memory() { return checked(memfd_create("output", MFD_CLOEXEC), "a file in memory"); }

std::string content(const FileDescriptor& file) {
  std::string text;
  std::array<char, 1 << 16> piece;  // NOLINT: filled by pread()
  for (ssize_t size = 1; size > 0;) {
    size = pread(file.number(), piece.data(), piece.size(), static_cast<off_t>(text.size()));
    if (size > 0) text.append(piece.data(), static_cast<std::size_t>(size));
  }
  return text;
}

// Absent when `timeout` (if there is one) has passed.
std::optional<ChildEnd> wait_for(ChildProcess& child, std::optional<std::chrono::nanoseconds> timeout,
                                 const std::atomic<bool>& interrupted) {
  const auto began = std::chrono::steady_clock::now();
  for (;;) {
    if (auto end = child.wait(kInterruptGrain)) return end;
    if (interrupted) throw Stopped{};  // the child ends with its scope
    if (timeout && std::chrono::steady_clock::now() - began > *timeout) return {};
  }
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
                       const std::atomic<bool>& interrupted) {
  const FileDescriptor null = nothing(), output = memory(), errors = memory();
  ChildProcess child({.program = harness::drive::find_program(argv.front()),
                      .argv = argv,
                      .environment = environment,
                      .cpus = harness::drive::allowed_cpus(),
                      .standard_input = null.number(),
                      .standard_output = output.number(),
                      .standard_error = errors.number()});
  const auto end = wait_for(child, {}, interrupted);
  return {.status = end->status, .output = content(output), .errors = content(errors)};
}

LoggedEnd run_logged(const ShellCommand& command, const std::string& log, const std::atomic<bool>& interrupted) {
  const FileDescriptor null = nothing();
  const FileDescriptor file = checked(open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644), log);
  ChildProcess child({.program = "/bin/sh",
                      .argv = {"sh", "-c", "cd \"$1\" && eval \"$2\"", "sh", command.folder, command.text},
                      .environment = command.environment,
                      .cpus = harness::drive::allowed_cpus(),
                      .standard_input = command.standard_input < 0 ? null.number() : command.standard_input,
                      .standard_output = file.number(),
                      .standard_error = file.number()});
  const auto end = wait_for(child, command.timeout, interrupted);
  return {.status = end ? end->status : 0, .timed_out = !end};
}

std::vector<std::string> environment_without_git() {
  std::vector<std::string> environment = harness::drive::inherited_environment();
  std::erase_if(environment, [](const std::string& variable) { return variable.starts_with("GIT_"); });
  return environment;
}

}  // namespace revisions
