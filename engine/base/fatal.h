// For a promise broken inside the engine: there is no caller who could do anything about it, and going on would spoil what
// is stored. Never for input or the outside world, which get a Status.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace engine {

[[noreturn]] inline void Fatal(const char* what) {
  std::fprintf(stderr, "engine: %s\n", what);
  std::abort();
}

// Also checked in release builds.
inline void FatalUnless(bool promise, const char* what) {
  if (!promise) [[unlikely]] Fatal(what);
}

}  // namespace engine
