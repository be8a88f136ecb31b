#include "harness/measure/this_build.h"

#include <gnu/libc-version.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "harness/measure/revision.h"

namespace harness::measure {
namespace {

std::string program() {
  std::error_code failed;  // without /proc the program has no name, which is no reason not to measure
  return std::filesystem::read_symlink("/proc/self/exe", failed).filename().string();
}

std::string compiler() {
#if defined(__clang__)
  return "clang++ " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#else
  return "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#endif
}

// An allocator that takes the place of the C library's is a file mapped into the process: preloaded or linked.
std::string allocator() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string file = line.substr(line.rfind('/') + 1);
    for (const char* known : {"libjemalloc", "libtcmalloc", "libmimalloc"}) {
      if (file.starts_with(known)) return file;
    }
  }
  return std::string("glibc ") + gnu_get_libc_version();
}

}  // namespace

Build this_build() {
  return {.program = program(),
          .revision = kRevision,
          .compiler = compiler(),
          .flags = TANDEM_BUILD_FLAGS,
          .allocator = allocator()};
}

}  // namespace harness::measure
