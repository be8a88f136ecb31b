#include "revisions/program_identity.h"

#include <array>
#include <fstream>
#include <sstream>

#include "harness/drive/digest.h"
#include "revisions/program_run.h"

namespace revisions {
namespace {

bool is_elf(const std::string& path) {
  std::array<char, 4> magic{};
  std::ifstream(path, std::ios::binary).read(magic.data(), magic.size());
  return std::string_view(magic.data(), magic.size()) == "\x7f" "ELF";
}

// In the order of loading: "libengine.so => /path/libengine.so (0x7f...)". Of a static program, nothing.
std::string loaded_objects(const std::string& program, const std::atomic<bool>& interrupted) {
  return run_program({"ldd", program}, environment_without_git(), interrupted).output;
}

}  // namespace

std::string program_identity(const BuiltRevision& built, const std::string& program, const std::atomic<bool>& interrupted) {
  const std::string path = built.tree + "/" + program;
  if (!is_elf(path)) return {};
  std::string digests = harness::drive::sha256_of_file(path);
  std::istringstream lines(loaded_objects(path, interrupted));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(built.tree + "/");
    if (begin == std::string::npos) continue;
    const std::string library = line.substr(begin, line.rfind(" (") - begin);
    digests += library.substr(built.tree.size()) + harness::drive::sha256_of_file(library);
  }
  return harness::drive::sha256_of_text(digests);
}

}  // namespace revisions
