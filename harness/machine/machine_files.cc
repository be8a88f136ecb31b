#include "harness/machine/machine_files.h"

#include <fstream>
#include <sstream>
#include <system_error>

namespace harness::machine {

std::optional<std::string> MachineFiles::read(const std::string& path) const {
  const auto there = root_ / std::filesystem::path(path).relative_path();
  std::error_code failed;
  std::ifstream file(there);
  if (!file || std::filesystem::is_directory(there, failed)) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  std::string out = text.str();
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

std::string field(const std::string& text, std::string_view name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || !line.starts_with(name)) continue;
    if (line.find_first_not_of(" \t", name.size()) != colon) continue;
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    return value == std::string::npos ? "" : line.substr(value);
  }
  return "";
}

std::optional<double> number(const std::string& text, std::string_view name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(name) || line.size() == name.size()) continue;
    if (line[name.size()] != ' ' && line[name.size()] != ':') continue;
    std::istringstream rest(line.substr(name.size() + 1));
    if (double value = 0; rest >> value) return value;
  }
  return std::nullopt;
}

std::vector<int> cpu_list(const std::string& text) {
  std::vector<int> cpus;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream range(part);
    int first = 0, last = 0;
    char dash = 0;
    if (!(range >> first)) continue;
    if (!(range >> dash >> last)) last = first;
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

}  // namespace harness::machine
