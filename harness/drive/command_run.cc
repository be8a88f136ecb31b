#include "harness/drive/command_run.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr int kReadsAtOnce = 64;  // of 16 KiB: a command that prints without end does not keep the driver reading

// Reads what is there without waiting; closes `source` at its end.
void drain(FileDescriptor& source, TextTail& text) {
  std::array<char, 1 << 14> piece;  // NOLINT: filled by read()
  for (int reads = 0; reads < kReadsAtOnce && source.is_open(); ++reads) {
    const ssize_t size = read(source.number(), piece.data(), piece.size());
    if (size > 0) text.append({piece.data(), static_cast<std::size_t>(size)});
    if (size == 0) source.close();
    if (size <= 0) return;
  }
}

FileDescriptor opened_null() {
  FileDescriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.is_open()) throw Error(std::string("cannot open /dev/null: ") + std::strerror(errno));
  return null;
}

}  // namespace

struct CommandRun::Plumbing {
  FileDescriptor null = opened_null();
  FileDescriptor output_reader, output_writer, error_reader, error_writer;

  explicit Plumbing(Output output) {
    if (output == Output::Kept) connect(output_reader, output_writer);
    connect(error_reader, error_writer);
  }

  static void connect(FileDescriptor& reader, FileDescriptor& writer) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(std::string("cannot make a pipe: ") + std::strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    reader = FileDescriptor(ends[0]);
    writer = FileDescriptor(ends[1]);
  }

  // The start with the child's ends of all this.
  [[nodiscard]] ChildStart joined(ChildStart start) const {
    start.standard_input = null.number();
    start.standard_output = output_writer.is_open() ? output_writer.number() : null.number();
    start.standard_error = error_writer.number();
    return start;
  }
};

CommandRun::CommandRun(ChildStart start, Output output) : CommandRun(std::move(start), Plumbing(output)) {}

CommandRun::CommandRun(ChildStart start, Plumbing plumbing)
    : output_(std::move(plumbing.output_reader)),
      error_(std::move(plumbing.error_reader)),
      began_(steady_clock::now()),
      child_(plumbing.joined(std::move(start))) {}

double CommandRun::wall_time() const {
  return std::chrono::duration<double, std::nano>(end_.value().seen - began_).count();
}

void CommandRun::take_in() {
  if (!end_) end_ = child_.wait(nanoseconds(0));
  drain(output_, output_text_);
  drain(error_, error_text_);
}

void wait_for(std::span<CommandRun> runs, nanoseconds timeout) {
  const auto deadline = steady_clock::now() + timeout;
  while (true) {
    std::vector<pollfd> sources;
    for (CommandRun& run : runs) {
      run.take_in();
      if (run.end_) continue;
      // A closed descriptor is -1, which poll() passes over.
      for (const int source : {run.child_.end_descriptor(), run.output_.number(), run.error_.number()}) {
        sources.push_back({.fd = source, .events = POLLIN, .revents = 0});
      }
    }
    const nanoseconds left = deadline - steady_clock::now();
    if (sources.empty() || left <= nanoseconds(0)) return;
    poll(sources.data(), sources.size(), static_cast<int>(std::chrono::ceil<milliseconds>(left).count()));
  }
}

}  // namespace harness::drive
