#include "harness/drive/program_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "harness/drive/digest.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

std::string state_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw Error("cannot read " + path + ": " + std::strerror(errno));
  const auto part = [](auto number) { return std::to_string(static_cast<std::uintmax_t>(number)) + ' '; };
  return part(status.st_dev) + part(status.st_ino) + part(status.st_size) + part(status.st_mtim.tv_sec) +
         part(status.st_mtim.tv_nsec);
}

}  // namespace

std::string ProgramDigests::sha256(const std::string& path) {
  std::string& digest = digests_[state_of(path)];
  if (digest.empty()) digest = sha256_of_file(path);
  return digest;
}

}  // namespace harness::drive
