// A fresh directory under $TMPDIR (or /tmp), gone with everything in it when this object is. For tests and scenarios.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace engine {

class TemporaryDirectory {
 public:
  // Ends the program with a sentence if none can be made: nothing that needs one can go on.
  TemporaryDirectory() : path_(std::filesystem::temp_directory_path().string() + "/tandem-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) {
      std::perror(("cannot create a directory like " + path_).c_str());
      std::abort();
    }
  }
  ~TemporaryDirectory() {
    std::error_code ignored;  // what cannot be removed is left for the system's cleaner of temporary files
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace engine
