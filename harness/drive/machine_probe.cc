#include "harness/drive/machine_probe.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>

#include "harness/drive/digest.h"
#include "harness/drive/machine_notes.h"
#include "harness/drive/placement.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace harness::drive {
namespace {

constexpr std::size_t kFingerprintDigits = 16;

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  std::string out = text.str();
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

// The kernel's form of a set: "0-3,8".
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

// The value of "name : value" in the files of /proc.
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

std::string cpu_model(const std::string& cpuinfo) {
  for (const char* const name : {"model name", "Model", "Hardware", "CPU part"}) {
    if (std::string model = field(cpuinfo, name); !model.empty()) return model;
  }
  return "unknown";
}

std::uint64_t memory_bytes(const std::string& meminfo) {
  std::istringstream text(field(meminfo, "MemTotal"));
  std::uint64_t kibibytes = 0;
  text >> kibibytes;
  return kibibytes * 1024;
}

// Leaf 0x40000000 is reserved for hypervisors: 12 bytes of vendor in EBX, ECX, EDX. Elsewhere the firmware may tell.
std::string hypervisor_vendor() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned kUnderHypervisor = 1U << 31U;  // of leaf 1, ECX
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & kUnderHypervisor) == 0) return "";
  __cpuid(0x40000000U, eax, ebx, ecx, edx);
  std::array<char, 13> vendor{};
  const std::array<unsigned, 3> words{ebx, ecx, edx};
  std::memcpy(vendor.data(), words.data(), 12);
  return vendor[0] == '\0' ? "unknown" : vendor.data();
#else
  return content("/sys/hypervisor/type");
#endif
}

std::string hypervisor_name(const std::string& vendor) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNames{{{"KVMKVMKVM", "KVM"},
                                                                                 {"Microsoft Hv", "Hyper-V"},
                                                                                 {"VMwareVMware", "VMware"},
                                                                                 {"XenVMMXenVMM", "Xen"},
                                                                                 {"VBoxVBoxVBox", "VirtualBox"},
                                                                                 {"TCGTCGTCGTCG", "QEMU"}}};
  for (const auto& [known, name] : kNames) {
    if (vendor == known) return std::string(name);
  }
  return vendor;
}

// "6.1" of "6.1.0-18-amd64": what a distribution's security updates leave alone.
std::string kernel_series(const std::string& release) {
  const std::size_t first = release.find('.');
  if (first == std::string::npos) return release;
  return release.substr(0, release.find_first_not_of("0123456789", first + 1));
}

std::string fingerprint(const Machine& machine) {
  const std::string fields = machine.cpu_model + "\n" + std::to_string(machine.cores) + "\n" +
                             kernel_series(machine.kernel) + "\n" + machine.hypervisor + "\n";
  return sha256_of_text(fields).substr(0, kFingerprintDigits);
}

std::string turbo_state() {
  const std::string no_turbo = content("/sys/devices/system/cpu/intel_pstate/no_turbo");
  if (!no_turbo.empty()) return no_turbo == "0" ? "1" : "0";
  return content("/sys/devices/system/cpu/cpufreq/boost");
}

}  // namespace

MachineReadings read_machine() {
  utsname names{};
  uname(&names);
  MachineReadings readings;
  readings.allowed_cpus = allowed_cpus();
  readings.online_cpus = cpu_list(content("/sys/devices/system/cpu/online"));
  const std::string cpu = "/sys/devices/system/cpu/cpu" + std::to_string(readings.allowed_cpus.back());
  readings.cpuinfo = content("/proc/cpuinfo");
  readings.meminfo = content("/proc/meminfo");
  readings.load_average = content("/proc/loadavg");
  readings.cpu_times = content("/proc/stat");
  readings.kernel = names.release;
  readings.hypervisor = hypervisor_vendor();
  readings.clock_source = content("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  readings.governor = content(cpu + "/cpufreq/scaling_governor");
  readings.turbo = turbo_state();
  readings.hyper_threading = content("/sys/devices/system/cpu/smt/active");
  readings.randomized_addresses = content("/proc/sys/kernel/randomize_va_space");
  return readings;
}

Machine describe_machine(const MachineReadings& readings) {
  Machine machine;
  machine.cpu_model = cpu_model(readings.cpuinfo);
  machine.cores = static_cast<int>(std::max(readings.online_cpus.size(), readings.allowed_cpus.size()));
  machine.memory_bytes = memory_bytes(readings.meminfo);
  machine.kernel = readings.kernel;
  machine.hypervisor = hypervisor_name(readings.hypervisor);
  machine.clock_source = readings.clock_source;
  machine.governor = readings.governor;
  machine.fingerprint = fingerprint(machine);
  machine.notes = machine_notes(machine, readings);
  return machine;
}

Machine probe_machine() { return describe_machine(read_machine()); }

}  // namespace harness::drive
