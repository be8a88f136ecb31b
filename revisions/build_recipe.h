// How a revision is built: which commands, with which compiler and flags. What tells one build from another.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "revisions/repository.h"

namespace revisions {

struct BuildRecipe {
  std::vector<std::string> commands;  // for the shell, in the tree, one after the other
  std::string compiler;               // what $CXX (or c++) says of its version
  std::string flags;                  // CC, CXX, CFLAGS, CXXFLAGS, CPPFLAGS and LDFLAGS of the environment
  std::chrono::nanoseconds timeout{}; // of each command
};

// `commands`, or those that the tree of `revision` asks for where there are none: of meson for a meson.build, of CMake
// for a CMakeLists.txt, optimised in both. Throws Error if there is neither. The recognised ones leave no path of the
// tree in what they build, so that two revisions with the same code give the same bytes.
BuildRecipe recipe_for(const Repository& repository, const Revision& revision,
                       const std::vector<std::string>& commands, std::chrono::nanoseconds timeout,
                       const std::atomic<bool>& interrupted);

// 16 hexadecimal digits that tell this build of this revision from every other.
std::string build_key(const Revision& revision, const BuildRecipe& recipe);

}  // namespace revisions
