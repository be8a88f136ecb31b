// Looks at the machine: the only place that reads /proc, /sys and uname for the record of a run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/model/machine.h"

namespace harness::drive {

// What the kernel tells, as it tells it; empty where it does not.
struct MachineReadings {
  std::string cpuinfo;       // /proc/cpuinfo
  std::string meminfo;       // /proc/meminfo
  std::string load_average;  // /proc/loadavg
  std::string cpu_times;     // /proc/stat
  std::string kernel;        // "6.1.0-18-amd64"
  std::string hypervisor;    // vendor as the CPU names it, "KVMKVMKVM"; empty on bare metal
  std::string clock_source;
  std::string governor;              // of the workers' CPU
  std::string turbo;                 // "1" on, "0" off
  std::string hyper_threading;       // "1" where two CPUs share a core
  std::string randomized_addresses;  // "0": switched off, "2": all of it
  std::vector<int> online_cpus;
  std::vector<int> allowed_cpus;
};

MachineReadings read_machine();

// Pure.
Machine describe_machine(const MachineReadings& readings);

Machine probe_machine();

}  // namespace harness::drive
