// How to start one variant's worker.
#pragma once

#include <string>
#include <vector>

namespace harness::drive {

struct WorkerCommand {
  std::vector<std::string> argv;  // program first; the worker flag is added by the driver

  bool operator==(const WorkerCommand&) const = default;
};

}  // namespace harness::drive
