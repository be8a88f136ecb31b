#include "revisions/build_recipe.h"

#include <cstdlib>

#include "harness/drive/digest.h"
#include "harness/model/error.h"
#include "revisions/program_run.h"

namespace revisions {
namespace {

// -ffile-prefix-map keeps __FILE__ and debug information free of the tree's path.
constexpr const char* kFlags =
    "CFLAGS=\"$CFLAGS -ffile-prefix-map=$PWD=.\" CXXFLAGS=\"$CXXFLAGS -ffile-prefix-map=$PWD=.\" ";

std::vector<std::string> recognised_commands(const Repository& repository, const Revision& revision) {
  if (repository.has_file(revision, "meson.build")) {
    return {std::string(kFlags) + "meson setup build --buildtype=release", "ninja -C build"};
  }
  if (repository.has_file(revision, "CMakeLists.txt")) {
    return {std::string(kFlags) + "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_BUILD_RPATH_USE_ORIGIN=ON",
            "cmake --build build --parallel"};
  }
  throw harness::Error(to_string(revision) +
                       " has neither meson.build nor CMakeLists.txt; `build.commands` in tandem.toml says how it is built");
}

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Empty where there is no compiler: a project of scripts needs none.
std::string compiler_version(const std::atomic<bool>& interrupted) {
  const auto end = run_program({"sh", "-c", "${CXX:-c++} --version"}, environment_without_git(), interrupted);
  return end.succeeded() ? end.output.substr(0, end.output.find('\n')) : "";
}

}  // namespace

BuildRecipe recipe_for(const Repository& repository, const Revision& revision,
                       const std::vector<std::string>& commands, std::chrono::nanoseconds timeout,
                       const std::atomic<bool>& interrupted) {
  BuildRecipe recipe{.commands = commands.empty() ? recognised_commands(repository, revision) : commands,
                     .compiler = compiler_version(interrupted),
                     .flags = "",
                     .timeout = timeout};
  for (const char* name : {"CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS"}) {
    recipe.flags += std::string(name) + "=" + environment_value(name) + "\n";
  }
  return recipe;
}

std::string build_key(const Revision& revision, const BuildRecipe& recipe) {
  std::string text = revision.commit + "\n" + recipe.compiler + "\n" + recipe.flags;
  for (const auto& command : recipe.commands) text += command + "\n";
  constexpr std::size_t kDigits = 16;  // 64 bits: a cache holds a few hundred builds at most
  return harness::drive::sha256_of_text(text).substr(0, kDigits);
}

}  // namespace revisions
