#include "harness/drive/machine_notes.h"

#include <array>
#include <cstdint>
#include <iomanip>
#include <optional>
#include <sstream>

namespace harness::drive {
namespace {

using Note = std::optional<std::string>;

constexpr double kBusyLoad = 0.5;  // runnable programs per CPU: more, and the workers' CPU is probably wanted by others
constexpr double kStolenShare = 0.01;  // of CPU time since boot: as large as the changes we look for

std::string decimal(double value) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << value;
  return out.str();
}

Note lone_cpu(const Machine&, const MachineReadings& readings) {
  if (readings.allowed_cpus.size() != 1) return {};
  return "There is only one CPU to use: every other program shares it with what is measured.";
}

Note restricted_cpus(const Machine& machine, const MachineReadings& readings) {
  if (readings.allowed_cpus.empty() || static_cast<int>(readings.allowed_cpus.size()) >= machine.cores) return {};
  return "This process may use only " + std::to_string(readings.allowed_cpus.size()) + " of " +
         std::to_string(machine.cores) + " CPUs.";
}

Note virtual_machine(const Machine& machine, const MachineReadings&) {
  if (machine.hypervisor.empty()) return {};
  return "This is a virtual machine (" + machine.hypervisor +
         "): its neighbours may slow it down, and it cannot see them.";
}

Note stolen_time(const Machine&, const MachineReadings& readings) {
  std::istringstream line(readings.cpu_times);
  std::string word;
  std::array<double, 8> times{};  // user nice system idle iowait irq softirq steal: the rest is counted twice
  line >> word;
  double total = 0;
  for (double& time : times) {
    if (line >> time) total += time;
  }
  if (total <= 0 || times.back() / total < kStolenShare) return {};
  return "The hypervisor has taken " + decimal(100 * times.back() / total) +
         " % of this machine's CPU time since it was started.";
}

Note unsteady_governor(const Machine& machine, const MachineReadings&) {
  if (machine.governor.empty() || machine.governor == "performance") return {};
  return "The CPU frequency governor is '" + machine.governor +
         "': the clock follows the load. Set it to 'performance' (cpupower frequency-set -g performance).";
}

Note turbo(const Machine&, const MachineReadings& readings) {
  if (readings.turbo != "1") return {};
  return "Turbo boost is on: the clock depends on temperature and on what the other cores do.";
}

Note shared_cores(const Machine&, const MachineReadings& readings) {
  if (readings.hyper_threading != "1") return {};
  return "Two CPUs share each core (hyper-threading): what runs on one slows the other.";
}

Note other_load(const Machine& machine, const MachineReadings& readings) {
  std::istringstream text(readings.load_average);
  double load = 0;
  if (!(text >> load) || load <= kBusyLoad * machine.cores) return {};
  return "The load average is " + decimal(load) + " on " + std::to_string(machine.cores) +
         (machine.cores == 1 ? " CPU" : " CPUs") + ": other programs compete with the workers.";
}

Note fixed_addresses(const Machine&, const MachineReadings& readings) {
  if (readings.randomized_addresses != "0") return {};
  return "Address randomisation is off (kernel.randomize_va_space is 0): every launch has the same memory layout, and "
         "a lucky or unlucky one is taken for a change.";
}

Note slow_clock(const Machine& machine, const MachineReadings&) {
  for (const char* const fast : {"", "tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"}) {
    if (machine.clock_source == fast) return {};
  }
  return "The clock source is '" + machine.clock_source + "': reading the time takes a system call or longer.";
}

Note unoptimized_driver(const Machine&, const MachineReadings&) {
#ifdef __OPTIMIZE__
  return {};
#else
  return "This program was built without optimisation; a worker of the same build measures code that nobody runs.";
#endif
}

constexpr std::array kNotes = {lone_cpu,     restricted_cpus, virtual_machine, stolen_time, unsteady_governor, turbo,
                               shared_cores, other_load,      fixed_addresses, slow_clock,  unoptimized_driver};

}  // namespace

std::vector<std::string> machine_notes(const Machine& machine, const MachineReadings& readings) {
  std::vector<std::string> notes;
  for (const auto& look : kNotes) {
    if (Note note = look(machine, readings)) notes.push_back(*std::move(note));
  }
  return notes;
}

}  // namespace harness::drive
