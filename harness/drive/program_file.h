// Which file a worker is.
#pragma once

#include <map>
#include <string>

namespace harness::drive {

// SHA-256 of files in hexadecimal. A file is read again only if it changed since: its device, inode, size or time.
class ProgramDigests {
 public:
  std::string sha256(const std::string& path);  // throws Error

 private:
  std::map<std::string, std::string> digests_;  // by what identifies the state of a file
};

}  // namespace harness::drive
