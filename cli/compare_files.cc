// tandem compare BEFORE AFTER: what the two files are decides how they are compared.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "cli/compare.h"
#include "cli/recorded_commands.h"
#include "harness/model/error.h"

namespace cli {
namespace {

enum class FileKind { Program, Recorded };

// An executable is run; anything else that can be read is taken for results that were recorded earlier.
FileKind kind_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw harness::Error("cannot read " + path + ": " + std::strerror(errno));
  if (!S_ISREG(status.st_mode)) throw harness::UsageError(path + " is no file; compare takes programs of benchmarks");
  if (access(path.c_str(), X_OK) == 0) return FileKind::Program;
  std::ifstream file(path, std::ios::binary);
  char magic[4] = {};
  if (!file.is_open()) throw harness::Error("cannot read " + path + ": " + std::strerror(errno));
  file.read(magic, sizeof magic);
  if (std::memcmp(magic, "\x7f"
                         "ELF",
                  sizeof magic) == 0) {
    throw harness::Error(path + " is a program, but it is not executable; chmod +x makes it so");
  }
  return FileKind::Recorded;
}

}  // namespace

int compare_files(const CompareOptions& options) {
  const std::string& before = options.files.at(0);
  const std::string& after = options.files.at(1);
  const FileKind kind = kind_of(before);
  if (kind != kind_of(after)) {
    throw harness::UsageError(before + " and " + after + " are a program and a file of results; compare two of a kind");
  }
  if (kind == FileKind::Program) return compare_programs(options);
  CompareRecordedOptions recorded = recorded_options(options);
  recorded.before = {before};
  recorded.after = {after};
  return compare_recorded(recorded);
}

}  // namespace cli
