// The most memory that the process had resident since the last reset, as the kernel accounts it.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace engine::scenarios {

// Makes the peak what is resident now (proc(5): /proc/pid/clear_refs, 5).
inline void ResetPeakMemory() { std::ofstream("/proc/self/clear_refs") << "5"; }

// In bytes; 0 if the kernel does not tell.
inline std::int64_t PeakMemoryBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

}  // namespace engine::scenarios
