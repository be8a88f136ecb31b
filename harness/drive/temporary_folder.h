// A new folder among those for temporary files ($TMPDIR), gone with everything in it at the end of the scope.
#pragma once

#include <stdlib.h>  // mkdtemp

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "harness/model/error.h"

namespace harness::drive {

class TemporaryFolder {
 public:
  // Throws Error, naming the place, where none can be made.
  TemporaryFolder() {
    std::error_code trouble;
    const std::filesystem::path place = std::filesystem::temp_directory_path(trouble);
    path_ = (place / "tandem-XXXXXX").string();
    if (trouble || mkdtemp(path_.data()) == nullptr) {
      const std::string reason = trouble ? trouble.message() : std::strerror(errno);
      throw Error("cannot make a temporary folder in '" + place.string() + "': " + reason + "; TMPDIR says where");
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace harness::drive
