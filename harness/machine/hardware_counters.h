// Whether the CPU's counters of cycles and cache misses can be read here.
#pragma once

namespace harness::machine {

// Tries perf_event_open() for the cycles of this process. 0, or the errno it failed with.
int try_hardware_counters();

}  // namespace harness::machine
