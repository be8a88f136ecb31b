// The control groups that this process is in, as far as they limit its CPU time.
#pragma once

#include <optional>
#include <string>

#include "harness/machine/machine_files.h"

namespace harness::machine {

struct CpuLimit {
  std::optional<double> cpus;  // of the tightest group; absent: no limit
  double throttled = 0;        // periods in which this process's groups had to stand still, since they were made
  std::string source;          // the file that limits, or where a limit would stand
};

// Absent where /proc/self/cgroup cannot be read. Knows version 2 and version 1 of control groups.
std::optional<CpuLimit> cpu_limit(const MachineFiles& files);

}  // namespace harness::machine
