// The exit statuses of every sub-command; scripts rely on them.
#pragma once

namespace cli {

enum ExitStatus : int {
  kFine = 0,
  kToolFailed = 1,
  kBadUsage = 2,
  kRegressed = 3,    // only under --fail-on regressed
  kUndecided = 4,    // only under --fail-on undecided
  kInvalid = 5,      // a measurement is broken, the others are there; or this machine will spoil them
  kInterrupted = 130,
};

}  // namespace cli
