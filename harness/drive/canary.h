// Comparisons whose answer is known, run beside the real ones by the same code: a program against its own copy, and a
// program made slower by a known amount. Where the verdicts on them are wrong, the others deserve no trust either.
#pragma once

#include <string>

#include "harness/drive/plan.h"
#include "harness/drive/worker_command.h"

namespace harness::drive {

// A copy of a worker's program file under a path of the same length: the same code in another file, as two builds of
// one source would be. The copy is removed when this goes out of scope; no launch may be running then.
class WorkerCopy {
 public:
  // Beside the original where that folder can be written (what it loads from there is then found), else in the folder
  // for temporary files. Throws Error if neither can.
  explicit WorkerCopy(const WorkerCommand& worker);
  ~WorkerCopy();
  WorkerCopy(const WorkerCopy&) = delete;
  WorkerCopy& operator=(const WorkerCopy&) = delete;

  [[nodiscard]] const WorkerCommand& command() const { return command_; }

 private:
  WorkerCommand command_;
};

// The same variant from the copied file: "NAME (copy)", a control.
VariantPlan copied(const VariantPlan& variant, const WorkerCopy& copy);

// The same variant doing `work_factor` times the work: "NAME (+2 % work)", a control.
VariantPlan slowed(const VariantPlan& variant, double work_factor);

// The trial's before against its copy and against itself slowed by `work_factor`.
TrialPlan canaries(const TrialPlan& trial, const WorkerCopy& copy, double work_factor = 1.02);

}  // namespace harness::drive
