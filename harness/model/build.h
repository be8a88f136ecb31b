// Which program a variant is: enough to find it again and to see that two runs measured the same thing.
#pragma once

#include <string>

namespace harness {

struct Build {
  std::string program;     // base name of the worker: "engine_bench"
  std::string revision;    // of the source tree, "-dirty" appended when it had changes; empty if unknown
  std::string compiler;    // "g++ 12.2.0"
  std::string flags;       // "release -O3"
  std::string allocator;   // "glibc 2.36", or what was preloaded
  std::string sha256;      // of the program file, hexadecimal; filled in by the driver

  bool operator==(const Build&) const = default;
};

}  // namespace harness
