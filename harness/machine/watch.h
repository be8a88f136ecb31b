// Watching a machine for a while without doing anything: what happens to a program that only wants to sleep on time.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/machine/machine_files.h"

namespace harness::machine {

// Running totals of the kernel at one moment.
struct Totals {
  std::string cpu;       // /proc/stat
  std::string memory;    // /proc/vmstat
  double throttled = 0;  // periods, of this process's control groups
};

struct Watched {
  Totals first;
  Totals last;
  double seconds = 0;                // between them
  std::vector<double> lateness_ns;   // how much later than asked the watcher woke, each time
  double clock_step_ns = 0;          // the smallest step seen of the clock that measures wall time
  double clock_read_ns = 0;          // reading it once
};

Totals read_totals(const MachineFiles& files);

// Takes as long as `duration`.
Watched watch(const MachineFiles& files, std::chrono::nanoseconds duration);

}  // namespace harness::machine
