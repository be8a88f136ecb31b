// Everything that the checks look at. Plain values and a tree of files, so that a test can make up any machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/machine/machine_files.h"
#include "harness/machine/watch.h"
#include "harness/model/build.h"

namespace harness::machine {

// The worker program, asked for its build; or why it did not answer.
struct AskedWorker {
  Build build;
  std::string trouble;  // empty where it answered
};

struct Circumstances {
  MachineFiles files;
  std::vector<int> allowed_cpus;         // of this process, ascending, not empty; the last one is the workers'
  std::string kernel;                    // "6.1.0-18-amd64"
  std::string hypervisor;                // "KVM"; empty on bare metal
  std::optional<int> counters;           // try_hardware_counters(); absent: not tried
  std::optional<Watched> watched;        // absent: nobody took the time
  std::optional<AskedWorker> worker;     // absent: not asked
};

// What can be read at once; nothing is tried, watched or asked.
Circumstances read_circumstances(MachineFiles files, std::vector<int> allowed_cpus);

}  // namespace harness::machine
