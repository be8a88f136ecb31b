#include "results/store/process.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace results::store {
namespace {

struct Process {
  std::string host, boot, process_namespace, id, start;
};

std::string first_word(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

std::string host_name() {
  utsname names{};
  std::string host = uname(&names) == 0 ? names.nodename : "";
  std::ranges::replace(host, ' ', '_');
  return host.empty() ? "?" : host;
}

std::string process_namespace() {
  std::error_code error;
  const std::string target = std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
  return target.empty() ? "?" : target;
}

// Clock ticks between boot and the start of the process; empty if there is no such process. Field 22 of its stat; the
// fields are counted after the last ')' because the program's name may hold anything.
std::string start_of(const std::string& id) {
  std::ifstream file("/proc/" + id + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return "";
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) fields >> field;
  return field;
}

Process parse(std::string_view text) {
  std::istringstream words{std::string(text)};
  Process process;
  words >> process.host >> process.boot >> process.process_namespace >> process.id >> process.start;
  return process;
}

std::string boot_id() { return first_word("/proc/sys/kernel/random/boot_id"); }

}  // namespace

std::string this_process() {
  const std::string id = std::to_string(getpid());
  return host_name() + " " + boot_id() + " " + process_namespace() + " " + id + " " + start_of(id);
}

bool is_gone(std::string_view text) {
  const Process process = parse(text);
  if (process.start.empty() || process.host != host_name()) return false;
  if (process.boot != boot_id()) return true;
  return process.process_namespace == process_namespace() && start_of(process.id) != process.start;
}

}  // namespace results::store
