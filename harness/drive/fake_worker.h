// Where the tests find the worker of known behaviour.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "harness/drive/worker_command.h"

namespace harness::drive {

// The build passes the path; a test started by hand needs it too.
inline WorkerCommand fake_worker(std::vector<std::string> arguments = {}) {
  const char* path = std::getenv("FAKE_WORKER");
  WorkerCommand command{.argv = {path != nullptr ? path : "set the variable FAKE_WORKER to the program's path"}};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  return command;
}

}  // namespace harness::drive
