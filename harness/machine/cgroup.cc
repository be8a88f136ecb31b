#include "harness/machine/cgroup.h"

#include <filesystem>
#include <sstream>
#include <string_view>
#include <vector>

namespace harness::machine {
namespace {

constexpr std::string_view kMount = "/sys/fs/cgroup";

// The folder of the CPU controller and the group below it.
struct Membership {
  std::string mount;
  std::string group;  // "/system.slice/cron.service"
  bool unified = true;
};

bool names_cpu(const std::string& controllers) {
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

// Lines are "0::/group" (version 2) or "4:cpu,cpuacct:/group" (version 1), which wins where both are mounted: a
// controller belongs to one of them only.
std::optional<Membership> membership(const std::string& self_cgroup) {
  std::optional<Membership> found;
  std::istringstream lines(self_cgroup);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (names_cpu(controllers)) return Membership{std::string(kMount) + "/" + controllers, group, false};
    if (controllers.empty()) found = Membership{std::string(kMount), group, true};
  }
  return found;
}

std::optional<double> allowance(const std::string& quota, const std::string& period) {
  std::istringstream numbers(quota + " " + period);
  double allowed = 0, length = 0;
  if (!(numbers >> allowed >> length) || allowed < 0 || length <= 0) return std::nullopt;  // "max", -1: no limit
  return allowed / length;
}

std::string limit_file(const Membership& member, const std::string& folder) {
  return folder + (member.unified ? "/cpu.max" : "/cpu.cfs_quota_us");
}

std::optional<double> limit_in(const MachineFiles& files, const Membership& member, const std::string& folder) {
  const std::string quota = files.text(limit_file(member, folder));
  return allowance(quota, member.unified ? "" : files.text(folder + "/cpu.cfs_period_us"));
}

// The group's folder and those above it, up to the mount: a limit on any of them holds.
std::vector<std::string> folders(const Membership& member) {
  std::vector<std::string> all;
  std::filesystem::path group = member.group;
  for (; group.has_relative_path(); group = group.parent_path()) all.push_back(member.mount + group.string());
  all.push_back(member.mount);
  return all;
}

}  // namespace

std::optional<CpuLimit> cpu_limit(const MachineFiles& files) {
  const auto member = membership(files.text("/proc/self/cgroup"));
  if (!member) return std::nullopt;
  CpuLimit limit;
  for (const std::string& folder : folders(*member)) {
    if (limit.source.empty()) limit.source = limit_file(*member, folder);
    limit.throttled += number(files.text(folder + "/cpu.stat"), "nr_throttled").value_or(0);
    const auto here = limit_in(files, *member, folder);
    if (!here || (limit.cpus && *limit.cpus <= *here)) continue;
    limit.cpus = here;
    limit.source = limit_file(*member, folder);
  }
  return limit;
}

}  // namespace harness::machine
