#include "harness/drive/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t kLongestAnswer = 1 << 20;  // bytes of one line; a scenario's description takes a few thousand
constexpr int kTailLines = 20;                   // of error output, in a failure
constexpr milliseconds kInterruptGrain{200};     // how late an interrupt is seen where no signal ends the wait
constexpr milliseconds kEndPatience{500};        // for the exit status of a worker whose output has ended
constexpr std::chrono::seconds kFarewell{3};     // for a dismissed worker to take its fixture down

struct Channel {
  FileDescriptor driver;
  FileDescriptor worker;
};

Channel output_channel() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(std::string("cannot make a pipe: ") + std::strerror(errno));
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Channel input_channel() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(std::string("cannot make a socket pair: ") + std::strerror(errno));
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::vector<std::string> worker_argv(const WorkerCommand& command, const std::string& program,
                                     const WorkerConditions& conditions) {
  std::vector<std::string> argv{program};
  argv.insert(argv.end(), command.argv.begin() + 1, command.argv.end());
  argv.emplace_back(wire::kWorkerFlag);
  argv.push_back(std::string(wire::kStackOffsetFlag) + std::to_string(conditions.stack_offset));
  return argv;
}

std::vector<std::string> worker_environment(std::size_t padding) {
  std::vector<std::string> environment = inherited_environment();
  environment.push_back(padding_variable(padding));
  return environment;
}

std::string base_name(const WorkerCommand& command) {
  return command.argv.empty() ? "" : std::filesystem::path(command.argv.front()).filename().string();
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerCommand& command, const WorkerConditions& conditions,
                             const std::atomic<bool>& interrupted)
    : name_(base_name(command)), interrupted_(&interrupted) {
  try {
    const std::string program =
        lengthened_path(find_program(command.argv.empty() ? "" : command.argv.front()), conditions.path_length);
    Channel requests = input_channel();
    Channel answers = output_channel();
    Channel errors = output_channel();
    fcntl(errors.driver.number(), F_SETFL, O_NONBLOCK);
    child_.emplace(ChildStart{.program = program,
                              .argv = worker_argv(command, program, conditions),
                              .environment = worker_environment(conditions.environment_padding),
                              .cpus = conditions.cpus,
                              .standard_input = requests.worker.number(),
                              .standard_output = answers.worker.number(),
                              .standard_error = errors.worker.number()});
    requests_ = std::move(requests.driver);
    answers_ = std::move(answers.driver);
    errors_ = std::move(errors.driver);
  } catch (const Error& error) {
    throw WorkerError(error.what(), "");
  }
}

WorkerProcess::~WorkerProcess() {
  if (!child_) return;
  const bool dismissed = !requests_.is_open();
  if (dismissed) child_->wait(kFarewell);
  child_->kill();
}

// What `decode` makes of an answer; its complaint becomes a failure of the worker.
template <class Decode>
auto WorkerProcess::expect(const Decode& decode) -> decltype(decode()) {
  try {
    return decode();
  } catch (const WorkerError&) {
    throw;
  } catch (const Error& error) {
    fail_for_answer(error.what());
  }
}

Build WorkerProcess::greet(Timeout timeout) {
  return expect([&] { return wire::decode_greeting(answer(timeout)); });
}

std::vector<Scenario> WorkerProcess::list(Timeout timeout) {
  send(std::string(wire::kList));
  std::vector<Scenario> scenarios;
  for (std::string line = answer(timeout); line != wire::kEnd; line = answer(timeout)) {
    scenarios.push_back(expect([&] { return wire::decode_scenario(line); }));
  }
  return scenarios;
}

void WorkerProcess::open(const wire::OpenRequest& request, Timeout timeout) {
  send(wire::encode_open(request));
  expect([&] { wire::expect_answer(answer(timeout), wire::kOpened); });
}

wire::Sample WorkerProcess::run(std::uint64_t iterations, Timeout timeout) {
  send(wire::encode_run(iterations));
  return expect([&] { return wire::decode_sample(answer(timeout)); });
}

void WorkerProcess::dismiss() { requests_.close(); }

void WorkerProcess::send(const std::string& request) {
  doing_ = "answering " + wire::quoted_start(request);
  const std::string line = request + "\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t sent = ::send(requests_.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) fail_for_ending();
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// The next line of the worker, whatever it says; an error line is thrown.
std::string WorkerProcess::answer(Timeout timeout) {
  const Deadline deadline = steady_clock::now() + timeout;
  while (true) {
    if (std::optional<std::string> line = lines_.take_line()) {
      if (!wire::is_error(*line)) return *line;
      drain_error_output();
      throw WorkerError(name_ + " reported an error while " + doing_ + ": " + wire::decode_error(*line),
                        error_output_.last_lines(kTailLines));
    }
    if (lines_.pending().size() > kLongestAnswer) fail_for_answer("its answer is a line without an end");
    if (*interrupted_) throw Interrupted();
    if (steady_clock::now() >= deadline) fail_for_timeout(timeout);
    listen(deadline);
  }
}

// Waits for output of either kind and takes it in; returns without any at the deadline or after the interrupt grain.
void WorkerProcess::listen(Deadline deadline) {
  const nanoseconds left = std::min<nanoseconds>(deadline - steady_clock::now(), kInterruptGrain);
  std::array<pollfd, 2> sources{{{answers_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}}};
  const auto wait = std::chrono::ceil<milliseconds>(std::max(left, nanoseconds(0)));
  if (poll(sources.data(), sources.size(), static_cast<int>(wait.count())) <= 0) return;
  if (sources[1].revents != 0) drain_error_output();
  if (sources[0].revents == 0) return;
  std::array<char, 1 << 14> piece;  // NOLINT: filled by read()
  const ssize_t size = read(answers_.number(), piece.data(), piece.size());
  if (size == 0 || (size < 0 && errno != EINTR)) fail_for_ending();
  if (size > 0) lines_.append({piece.data(), static_cast<std::size_t>(size)});
}

void WorkerProcess::drain_error_output() {
  std::array<char, 1 << 14> piece;  // NOLINT: filled by read()
  // Bounded, so that a worker which writes faster than this reads does not keep the driver here.
  for (int reads = 0; reads < 64 && errors_.is_open(); ++reads) {
    const ssize_t size = read(errors_.number(), piece.data(), piece.size());
    if (size > 0) error_output_.append({piece.data(), static_cast<std::size_t>(size)});
    if (size == 0) errors_.close();  // else its end of file would wake every poll()
    if (size <= 0) return;
  }
}

void WorkerProcess::fail_for_ending() {
  const std::optional<ChildEnd> end = child_->wait(kEndPatience);
  fail((end ? describe_end(end->status) : "closed its output") + " while " + doing_);
}

void WorkerProcess::fail_for_timeout(Timeout timeout) {
  fail("was still " + doing_ + " after " + seconds_text(timeout) + " and was ended");
}

void WorkerProcess::fail_for_answer(const std::string& why) {
  fail("broke the worker protocol while " + doing_ + ": " + why);
}

void WorkerProcess::fail(const std::string& what) {
  child_->kill();
  drain_error_output();
  throw WorkerError(name_ + " " + what, error_output_.last_lines(kTailLines));
}

}  // namespace harness::drive
