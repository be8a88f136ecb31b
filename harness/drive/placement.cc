#include "harness/drive/placement.h"

#include <sched.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "harness/model/error.h"

namespace harness::drive {

Placement place(const std::vector<int>& allowed) {
  const std::vector<int> last{allowed.back()};
  std::vector<int> others(allowed.begin(), allowed.end() - 1);
  return {.single_threaded = last,
          .multi_threaded = allowed,
          .beside_workers = last,
          .beside_commands = others.empty() ? last : others};
}

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    throw Error(std::string("cannot read which CPUs this process may use: ") + std::strerror(errno));
  }
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

void confine_thread(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    throw Error(std::string("cannot pin the driver to its CPUs: ") + std::strerror(errno));
  }
}

DriverConfinement::DriverConfinement(const std::vector<int>& cpus) : before_(allowed_cpus()) { confine_thread(cpus); }

DriverConfinement::~DriverConfinement() {
  try {
    confine_thread(before_);
  } catch (const Error&) {
    // The thread had these CPUs a moment ago. Where the machine took one away since, staying confined is harmless.
  }
}

}  // namespace harness::drive
