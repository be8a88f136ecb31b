// The checks, one function each; checks.cc holds their table. Each is pure but for reading the tree of files.
#pragma once

#include "harness/machine/circumstances.h"
#include "harness/model/machine_check.h"

namespace harness::machine {

// What a check found; its name stands in the table.
using Found = MachineCheck;

Found check_governor(const Circumstances& circumstances);            // clock_frequency.cc
Found check_turbo(const Circumstances& circumstances);
Found check_one_cpu(const Circumstances& circumstances);             // cpus.cc
Found check_affinity(const Circumstances& circumstances);
Found check_smt(const Circumstances& circumstances);
Found check_virtual_machine(const Circumstances& circumstances);     // neighbours.cc
Found check_stolen_time(const Circumstances& circumstances);
Found check_other_load(const Circumstances& circumstances);          // other_load.cc
Found check_cpu_pressure(const Circumstances& circumstances);        // pressure.cc
Found check_memory_pressure(const Circumstances& circumstances);
Found check_io_pressure(const Circumstances& circumstances);
Found check_cpu_quota(const Circumstances& circumstances);           // cpu_quota.cc
Found check_address_randomisation(const Circumstances& circumstances);  // addresses.cc
Found check_worker_build(const Circumstances& circumstances);        // worker_build.cc
Found check_hardware_counters(const Circumstances& circumstances);   // counters.cc
Found check_clock(const Circumstances& circumstances);               // clock.cc
Found check_timer(const Circumstances& circumstances);
Found check_memory_available(const Circumstances& circumstances);    // memory.cc
Found check_swap(const Circumstances& circumstances);
Found check_huge_pages(const Circumstances& circumstances);

inline Found fine(std::string evidence, std::string source) {
  return {"", Suitability::Fine, std::move(evidence), std::move(source), ""};
}

}  // namespace harness::machine
