#include "harness/drive/machine_probe.h"

#include <algorithm>
#include <string>

#include "harness/drive/digest.h"
#include "harness/drive/placement.h"
#include "harness/machine/checks.h"

namespace harness::drive {
namespace {

constexpr std::size_t kFingerprintDigits = 16;

std::string cpu_model(const std::string& cpuinfo) {
  for (const char* const name : {"model name", "Model", "Hardware", "CPU part"}) {
    if (std::string model = machine::field(cpuinfo, name); !model.empty()) return model;
  }
  return "unknown";
}

std::uint64_t memory_bytes(const std::string& meminfo) {
  const double kibibytes = machine::number(meminfo, "MemTotal").value_or(0);
  return static_cast<std::uint64_t>(kibibytes) * 1024;
}

// "6.1" of "6.1.0-18-amd64": what a distribution's security updates leave alone.
std::string kernel_series(const std::string& release) {
  const std::size_t first = release.find('.');
  if (first == std::string::npos) return release;
  return release.substr(0, release.find_first_not_of("0123456789", first + 1));
}

std::string fingerprint(const Machine& described) {
  const std::string fields = described.cpu_model + "\n" + std::to_string(described.cores) + "\n" +
                             kernel_series(described.kernel) + "\n" + described.hypervisor + "\n";
  return sha256_of_text(fields).substr(0, kFingerprintDigits);
}

}  // namespace

Machine describe_machine(const machine::Circumstances& circumstances) {
  const auto& files = circumstances.files;
  const auto online = machine::cpu_list(files.text("/sys/devices/system/cpu/online"));
  const std::string cpu = "/sys/devices/system/cpu/cpu" + std::to_string(circumstances.allowed_cpus.back());
  Machine described;
  described.cpu_model = cpu_model(files.text("/proc/cpuinfo"));
  described.cores = static_cast<int>(std::max(online.size(), circumstances.allowed_cpus.size()));
  described.memory_bytes = memory_bytes(files.text("/proc/meminfo"));
  described.kernel = circumstances.kernel;
  described.hypervisor = circumstances.hypervisor;
  described.clock_source = files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  described.governor = files.text(cpu + "/cpufreq/scaling_governor");
  described.fingerprint = fingerprint(described);
  described.notes = machine::notes(machine::check_machine(circumstances));
  return described;
}

Machine probe_machine() {
  return describe_machine(machine::read_circumstances(machine::MachineFiles(), allowed_cpus()));
}

}  // namespace harness::drive
