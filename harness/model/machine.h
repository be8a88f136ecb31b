// The machine a run took place on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace harness {

struct Machine {
  std::string fingerprint;  // 16 hexadecimal digits of a hash over the fields that make results comparable
  std::string cpu_model;
  int cores = 0;
  std::uint64_t memory_bytes = 0;
  std::string kernel;
  std::string hypervisor;    // empty on bare metal
  std::string clock_source;  // "tsc"
  std::string governor;      // empty where the kernel does not tell
  std::vector<std::string> notes;  // sentences on what may spoil a measurement here

  bool operator==(const Machine&) const = default;
};

}  // namespace harness
