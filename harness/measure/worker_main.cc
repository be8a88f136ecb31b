#include "harness/measure/worker_main.h"

#include <alloca.h>
#include <fcntl.h>
#include <unistd.h>
#include <ext/stdio_filebuf.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "harness/measure/batch.h"
#include "harness/measure/plain_main.h"
#include "harness/measure/registered_catalogue.h"
#include "harness/measure/this_build.h"
#include "harness/measure/worker.h"
#include "harness/model/error.h"

namespace harness::measure {
namespace {

constexpr int kFailed = 1;
constexpr int kBadUsage = 2;

constexpr std::size_t kMostStackOffset = 1 << 20;  // an eighth of the usual stack

using FileBuffer = __gnu_cxx::stdio_filebuf<char>;

int duplicate(int descriptor) {
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy < 0) throw Error("a worker needs its standard input and output open");
  return copy;
}

// Takes the pipes to the driver away from stdin and stdout, so that a scenario that reads or prints cannot break the
// protocol: what it prints goes to stderr.
struct Pipes {
  FileBuffer requests{duplicate(STDIN_FILENO), std::ios::in};
  FileBuffer answers{duplicate(STDOUT_FILENO), std::ios::out};

  Pipes() {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }
};

void serve(Catalogue& catalogue) {
  prepare_batches();
  Pipes pipes;
  std::istream requests(&pipes.requests);
  std::ostream answers(&pipes.answers);
  serve_requests(requests, answers, this_build(), catalogue);
}

// Where the stack lies against the cache and the page decides some timings; launches differ in it on purpose. noinline:
// the space must be taken in a frame of its own below which the work runs.
[[gnu::noinline]] void serve_below(std::size_t stack_offset, Catalogue& catalogue) {
  auto* const space = static_cast<volatile char*>(alloca(stack_offset + 1));
  space[0] = 0;
  serve(catalogue);
  space[stack_offset] = 0;  // touched on both sides of the call: the compiler must keep the space while it runs
}

std::size_t stack_offset(std::span<char*> arguments) {
  std::size_t offset = 0;
  for (const std::string_view argument : arguments) {
    if (!argument.starts_with(wire::kStackOffsetFlag)) continue;
    const std::string_view digits = argument.substr(wire::kStackOffsetFlag.size());
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset);
    if (error != std::errc() || end != digits.data() + digits.size() || offset > kMostStackOffset) {
      throw UsageError(std::string(argument) + ": the offset must be a whole number up to " +
                       std::to_string(kMostStackOffset));
    }
  }
  return offset;
}

bool is_worker(std::span<char*> arguments) {
  return std::ranges::any_of(arguments, [](std::string_view argument) { return argument == wire::kWorkerFlag; });
}

int run_guarded(const char* program, const std::function<int()>& run) {
  try {
    return run();
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return kBadUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return kFailed;
  }
}

}  // namespace

int worker_main(int argc, char** argv, Catalogue& catalogue, const std::function<int(int, char**)>& plain_main) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  return run_guarded(argv[0], [&] {
    if (!is_worker(arguments)) return plain_main(argc, argv);
    serve_below(stack_offset(arguments), catalogue);
    return 0;
  });
}

int worker_main(int argc, char** argv) {
  RegisteredCatalogue catalogue(registered_scenarios());
  return worker_main(argc, argv, catalogue, [](int plain_argc, char** plain_argv) {
    return plain_main(plain_argc, plain_argv, registered_scenarios());
  });
}

}  // namespace harness::measure
