// The machine, as it is recorded with a run.
#pragma once

#include "harness/machine/circumstances.h"
#include "harness/model/machine.h"

namespace harness::drive {

// Its notes are those of harness/machine/checks.h, as far as they can be read at once.
Machine describe_machine(const machine::Circumstances& circumstances);

Machine probe_machine();

}  // namespace harness::drive
