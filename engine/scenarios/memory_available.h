// Whether this machine has the memory that a scenario's data needs, asked before it is built.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "harness/model/error.h"

namespace engine::scenarios {

inline std::int64_t MemoryAvailableBytes() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::string rest;
  for (std::int64_t kibibytes = 0; file >> name >> kibibytes; std::getline(file, rest)) {
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  throw harness::Error("/proc/meminfo does not say how much memory is available");
}

// `what` names the scenario and the size: "fs/block_map with blocks=11000000".
inline void RefuseIfMemoryIsShort(std::string_view what, std::int64_t needed_bytes) {
  const std::int64_t available_bytes = MemoryAvailableBytes();
  if (available_bytes >= needed_bytes) return;
  throw harness::Error(std::string(what) + " needs " + std::to_string(needed_bytes >> 20) +
                       " MiB of memory in each worker, but " + std::to_string(available_bytes >> 20) +
                       " MiB are available; take a smaller preset");
}

}  // namespace engine::scenarios
