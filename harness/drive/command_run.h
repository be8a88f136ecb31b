// One run of a command: started, waited for, and what it used and printed.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/drive/child_process.h"
#include "harness/drive/file_descriptor.h"
#include "harness/drive/text_buffers.h"

namespace harness::drive {

enum class Output { Discarded, Kept };  // of standard output; the end of standard error is always kept

class CommandRun {
 public:
  // `start` names program, argv, environment and CPUs; its descriptors are chosen here: nothing to read on standard
  // input. Throws Error if it cannot be started.
  CommandRun(ChildStart start, Output output);

  [[nodiscard]] pid_t pid() const { return child_.pid(); }
  [[nodiscard]] const std::optional<ChildEnd>& end() const { return end_; }
  // From just before the process was made to its end, ns. Only after the end.
  [[nodiscard]] double wall_time() const;
  // The last 16 KiB of each.
  [[nodiscard]] const TextTail& standard_output() const { return output_text_; }
  [[nodiscard]] const TextTail& standard_error() const { return error_text_; }

  void kill() { child_.kill(); }

 private:
  struct Plumbing;
  friend void wait_for(std::span<CommandRun> runs, std::chrono::nanoseconds timeout);

  CommandRun(ChildStart start, Plumbing plumbing);
  void take_in();

  FileDescriptor output_;
  FileDescriptor error_;
  std::chrono::steady_clock::time_point began_;
  ChildProcess child_;
  std::optional<ChildEnd> end_;
  TextTail output_text_;
  TextTail error_text_;
};

// Waits until all have ended or `timeout` has passed, reaping each as it ends and taking in what it prints meanwhile. A
// signal to the driver does not end the wait.
void wait_for(std::span<CommandRun> runs, std::chrono::nanoseconds timeout);

}  // namespace harness::drive
