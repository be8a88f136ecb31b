// The check of how the worker was built.
#include <sstream>

#include "harness/machine/each_check.h"

namespace harness::machine {
namespace {

constexpr const char* kSource = "the worker's greeting";
constexpr const char* kRemedy = "Build it for speed: `meson setup build --buildtype release`, or -O2 -DNDEBUG.";

#ifdef __OPTIMIZE__
constexpr bool kOptimized = true;
#else
constexpr bool kOptimized = false;
#endif

// The last one counts, as it does for the compiler.
std::string optimisation(const std::string& flags) {
  std::istringstream words(flags);
  std::string last;
  for (std::string word; words >> word;) {
    if (word.starts_with("-O")) last = word;
  }
  return last;
}

// Where no worker was asked, by the driver: the two are usually of one build.
Found by_driver() {
  if (kOptimized) {
    return {"", Suitability::CannotTell, "No worker was asked how it was built.", kSource, "Name it with --worker."};
  }
  return {"", Suitability::WillSpoil,
          "This program was built without optimisation; a worker of the same build measures code that nobody runs.",
          "__OPTIMIZE__", kRemedy};
}

}  // namespace

Found check_worker_build(const Circumstances& circumstances) {
  if (!circumstances.worker) return by_driver();
  const auto& [build, trouble] = *circumstances.worker;
  if (!trouble.empty()) {
    return {"", Suitability::WillSpoil, "The worker does not answer: " + trouble + ".", kSource,
            "Build it, or name a program that speaks the worker protocol with --worker."};
  }
  const std::string told = build.program + " was built with '" + build.flags + "'";
  const std::string level = optimisation(build.flags);
  if (build.flags.find("-fsanitize=") != std::string::npos) {
    return {"", Suitability::WillSpoil, told + ": a sanitizer slows each operation differently.", kSource, kRemedy};
  }
  if (level == "-O0") {
    return {"", Suitability::WillSpoil, told + ": without optimisation it measures code that nobody runs.", kSource,
            kRemedy};
  }
  if (level == "-O1" || level == "-Og" || level == "-O") {
    return {"", Suitability::MayDisturb, told + ": not what is shipped, usually.", kSource, kRemedy};
  }
  if (level.empty()) {
    return {"", Suitability::CannotTell, told + ": it does not say how far it was optimised.", kSource, kRemedy};
  }
  return fine(told + ".", kSource);
}

}  // namespace harness::machine
