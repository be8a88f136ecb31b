// The kernel's files below /proc and /sys, or below a made-up root in a test.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness::machine {

class MachineFiles {
 public:
  explicit MachineFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

  // The file's text without the line breaks at its end; absent where it cannot be read. `path` is absolute, as on the
  // machine itself: "/proc/stat".
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const;

  // The same, empty where it cannot be read.
  [[nodiscard]] std::string text(const std::string& path) const { return read(path).value_or(""); }

 private:
  std::filesystem::path root_;
};

// The value of "name : value" or "name: value" in the files of /proc; empty where there is none.
std::string field(const std::string& text, std::string_view name);

// The number after "name " or "name: " at the start of a line: /proc/vmstat, cpu.stat, /proc/meminfo (in its own unit).
std::optional<double> number(const std::string& text, std::string_view name);

// The kernel's form of a set: "0-3,8".
std::vector<int> cpu_list(const std::string& text);

}  // namespace harness::machine
