// On which CPUs the driver and its workers run.
#pragma once

#include <vector>

namespace harness::drive {

struct Placement {
  std::vector<int> single_threaded;  // the one CPU that all single-threaded workers and commands share
  std::vector<int> multi_threaded;   // every CPU the driver was given
  // The driver of workers sits on their CPU. It sleeps while a batch runs, so it takes nothing from one, and the CPU
  // goes from worker to driver to worker without being woken from idleness or waiting in the queue of a second one.
  // Measured on 2 virtual CPUs, gap between two batches of 5 ms: 0.16 ms against 0.29 ms from the other CPU, on a
  // machine full of compilers 1.4 against 2.9 ms; no difference in the noise of a launch pair was seen in 16 to 24 of them.
  std::vector<int> beside_workers;
  // The driver of commands keeps off theirs where it can: it reads what they print while they run.
  std::vector<int> beside_commands;
};

// From the CPUs allowed to this process, ascending and not empty: the last one is for what is measured (the first ones
// serve most interrupts). A lone CPU serves all.
Placement place(const std::vector<int>& allowed);

std::vector<int> allowed_cpus();                    // of the calling thread, ascending
void confine_thread(const std::vector<int>& cpus);  // the calling thread; throws Error

// Keeps the calling thread on these CPUs until it goes out of scope.
class DriverConfinement {
 public:
  explicit DriverConfinement(const std::vector<int>& cpus);
  ~DriverConfinement();
  DriverConfinement(const DriverConfinement&) = delete;
  DriverConfinement& operator=(const DriverConfinement&) = delete;

 private:
  std::vector<int> before_;
};

}  // namespace harness::drive
