// How the CPUs of a machine spent their time.
#pragma once

#include <string>

namespace harness::machine {

// Of all CPUs together, in clock ticks since the machine was started.
struct CpuTimes {
  double busy = 0;    // in programs, the kernel and interrupts
  double idle = 0;    // including waits for a disk
  double stolen = 0;  // the hypervisor ran something else

  [[nodiscard]] double total() const { return busy + idle + stolen; }
  [[nodiscard]] double stolen_share() const { return total() > 0 ? stolen / total() : 0; }
  [[nodiscard]] double busy_share() const { return total() > 0 ? busy / total() : 0; }
};

CpuTimes cpu_times(const std::string& proc_stat);
CpuTimes operator-(const CpuTimes& later, const CpuTimes& earlier);

}  // namespace harness::machine
