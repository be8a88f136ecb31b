// Something that can be measured one launch pair at a time: the worker trials and the command trials of a suite.
#pragma once

#include <exception>
#include <utility>

#include "harness/model/trial.h"

namespace harness::drive {

// Ends the trial: its measurement is broken.
class TrialFailed : public std::exception {
 public:
  explicit TrialFailed(Failure failure) : failure_(std::move(failure)) {}

  [[nodiscard]] const Failure& failure() const { return failure_; }
  [[nodiscard]] const char* what() const noexcept override { return failure_.message.c_str(); }

 private:
  Failure failure_;
};

// The user wants to stop; whatever was being waited for does not count.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

class TrialRunner {
 public:
  TrialRunner() = default;
  virtual ~TrialRunner() = default;
  TrialRunner(const TrialRunner&) = delete;
  TrialRunner& operator=(const TrialRunner&) = delete;

  // Everything about the trial but its launch pairs; final once start() has returned for the first time.
  [[nodiscard]] virtual const Trial& header() const = 0;

  // Launch pair number `index`: start() makes it ready, measure() runs it. Both throw TrialFailed and Interrupted.
  virtual void start(int index) = 0;
  virtual LaunchPair measure() = 0;
};

}  // namespace harness::drive
