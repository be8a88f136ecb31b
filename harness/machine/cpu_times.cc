#include "harness/machine/cpu_times.h"

#include <sstream>

namespace harness::machine {

CpuTimes cpu_times(const std::string& proc_stat) {
  std::istringstream line(proc_stat);
  std::string cpu;
  // The columns after these count time in guests, which is in `user` already.
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  line >> cpu >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal;
  return {.busy = user + nice + system + irq + softirq, .idle = idle + iowait, .stolen = steal};
}

CpuTimes operator-(const CpuTimes& later, const CpuTimes& earlier) {
  return {later.busy - earlier.busy, later.idle - earlier.idle, later.stolen - earlier.stolen};
}

}  // namespace harness::machine
