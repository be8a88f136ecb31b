// Asking a worker program who it is.
#pragma once

#include "harness/drive/worker_command.h"
#include "harness/model/build.h"

namespace harness::drive {

// Starts the worker, takes its greeting, ends it. The build is as the worker tells it, without the hash of its file.
// Throws Error if it does not answer as a worker.
Build greeting(const WorkerCommand& worker);

}  // namespace harness::drive
