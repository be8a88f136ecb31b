// On which CPUs the driver and its workers run.
#pragma once

#include <vector>

namespace harness::drive {

struct Placement {
  std::vector<int> driver;           // never empty
  std::vector<int> single_threaded;  // the one CPU that all single-threaded workers share
  std::vector<int> multi_threaded;   // every CPU the driver was given
};

// From the CPUs allowed to this process, ascending and not empty: the last one is the workers' (the first ones serve
// most interrupts), the others the driver's. A lone CPU serves both.
Placement place(const std::vector<int>& allowed);

std::vector<int> allowed_cpus();                    // of the calling thread, ascending
void confine_thread(const std::vector<int>& cpus);  // the calling thread; throws Error

// Keeps the calling thread away from the workers' CPU until it goes out of scope.
class DriverConfinement {
 public:
  explicit DriverConfinement(const Placement& placement);
  ~DriverConfinement();
  DriverConfinement(const DriverConfinement&) = delete;
  DriverConfinement& operator=(const DriverConfinement&) = delete;

 private:
  std::vector<int> before_;
};

}  // namespace harness::drive
