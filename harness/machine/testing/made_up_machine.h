// A tree of files as the kernel shows them, of a quiet machine; a test changes what it is about.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "harness/machine/circumstances.h"

namespace harness::machine::testing {

class MadeUpMachine {
 public:
  MadeUpMachine() {
    std::string pattern = (std::filesystem::temp_directory_path() / "made_up_machine_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    root_ = pattern;
    write_quiet_files();
  }
  ~MadeUpMachine() { std::filesystem::remove_all(root_); }
  MadeUpMachine(const MadeUpMachine&) = delete;
  MadeUpMachine& operator=(const MadeUpMachine&) = delete;

  MadeUpMachine& write(const std::string& path, const std::string& text) {
    const auto file = root_ / std::filesystem::path(path).relative_path();
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
    return *this;
  }

  MadeUpMachine& remove(const std::string& path) {
    std::filesystem::remove(root_ / std::filesystem::path(path).relative_path());
    return *this;
  }

  [[nodiscard]] MachineFiles files() const { return MachineFiles(root_); }

  // On two CPUs, without a hypervisor; nothing tried, watched or asked.
  [[nodiscard]] Circumstances circumstances() const {
    return {.files = files(), .allowed_cpus = {0, 1}, .kernel = "6.1.0-18-amd64", .hypervisor = ""};
  }

 private:
  void write_quiet_files() {
    write("/proc/cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n");
    write("/proc/meminfo", "MemTotal:       24684096 kB\nMemFree:  100 kB\nMemAvailable:   23290300 kB\n"
                           "SwapTotal:      0 kB\nSwapFree:       0 kB");
    write("/proc/loadavg", "0.10 0.20 0.30 1/109 31302");
    write("/proc/stat", "cpu  109005 0 26261 192806 1009 0 265 588 0 0\ncpu0 1 2 3");
    write("/proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority");
    write("/proc/self/cgroup", "0::/user.slice/session");
    write("/proc/self/personality", "00000000");
    write("/proc/sys/kernel/randomize_va_space", "2");
    write("/proc/sys/kernel/perf_event_paranoid", "2");
    write("/proc/pressure/cpu", "some avg10=0.00 avg60=9.00 avg300=9.00 total=9\nfull avg10=0.00 avg60=0.00");
    write("/proc/pressure/memory", "some avg10=0.00 avg60=9.00 avg300=9.00 total=9\nfull avg10=0.00 avg60=0.00");
    write("/proc/pressure/io", "some avg10=0.00 avg60=9.00 avg300=9.00 total=9\nfull avg10=0.00 avg60=0.00");
    write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    write("/sys/devices/system/cpu/online", "0-1");
    write("/sys/devices/system/cpu/smt/active", "0");
    write("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");
    write("/sys/devices/system/cpu/intel_pstate/no_turbo", "1");
    write("/sys/fs/cgroup/user.slice/session/cpu.max", "max 100000");
    write("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
  }

  std::filesystem::path root_;
};

}  // namespace harness::machine::testing
