// A worker program, alive, at the other end of two pipes: asks it one thing at a time and waits for the answer.
// Between two questions the worker is parked in a blocking read and costs nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/drive/child_process.h"
#include "harness/drive/file_descriptor.h"
#include "harness/drive/text_buffers.h"
#include "harness/drive/trial_runner.h"
#include "harness/drive/worker_command.h"
#include "harness/model/build.h"
#include "harness/model/error.h"
#include "harness/model/scenario.h"
#include "harness/model/wire.h"

namespace harness::drive {

// The worker did not do what it was asked: it crashed, hung, refused, or talks something else. One sentence.
class WorkerError : public Error {
 public:
  WorkerError(const std::string& message, std::string stderr_tail)
      : Error(message), stderr_tail_(std::move(stderr_tail)) {}

  [[nodiscard]] const std::string& stderr_tail() const { return stderr_tail_; }

 private:
  std::string stderr_tail_;
};

struct WorkerConditions {
  std::vector<int> cpus;                // the only ones it may use
  std::size_t environment_padding = 0;  // bytes added to its environment
  std::size_t stack_offset = 0;         // bytes it moves its stack by
  std::size_t path_length = 0;          // the path is written at least this long, by repeating a slash
};

// Not thread-safe. Every wait ends early with Interrupted once `interrupted` is true.
class WorkerProcess {
 public:
  using Timeout = std::chrono::nanoseconds;

  // Starts the program; does not wait for its greeting. Throws WorkerError if it cannot be started.
  WorkerProcess(const WorkerCommand& command, const WorkerConditions& conditions, const std::atomic<bool>& interrupted);
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&&) noexcept = default;
  WorkerProcess& operator=(WorkerProcess&&) = delete;

  // Each throws WorkerError on anything but the right answer within `timeout`. A worker that answered with an error
  // is still alive and may be asked again; after any other trouble it has been ended.
  Build greet(Timeout timeout);  // once, before anything else
  std::vector<Scenario> list(Timeout timeout);
  void open(const wire::OpenRequest& request, Timeout timeout);
  wire::Sample run(std::uint64_t iterations, Timeout timeout);

  // Tells the worker that it is not needed any more; it ends by itself while others are told the same.
  void dismiss();

 private:
  using Deadline = std::chrono::steady_clock::time_point;

  void send(const std::string& request);
  std::string answer(Timeout timeout);
  template <class Decode>
  auto expect(const Decode& decode) -> decltype(decode());
  void listen(Deadline deadline);
  void drain_error_output();
  [[noreturn]] void fail_for_ending();
  [[noreturn]] void fail_for_timeout(Timeout timeout);
  [[noreturn]] void fail_for_answer(const std::string& why);
  [[noreturn]] void fail(const std::string& what);

  std::string name_;                            // base name of the program
  std::string doing_ = "starting as a worker";  // for the sentence of a failure
  const std::atomic<bool>* interrupted_;
  FileDescriptor requests_;  // a socket: writing to a dead worker then is an error and not a signal
  FileDescriptor answers_;
  FileDescriptor errors_;
  LineBuffer lines_;
  TextTail error_output_;
  std::optional<ChildProcess> child_;  // always there, once constructed
};

}  // namespace harness::drive
