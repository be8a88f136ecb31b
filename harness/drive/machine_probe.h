// Looks at the machine: the only place that reads /proc, /sys and uname for the record of a run.
#pragma once

#include "harness/model/machine.h"

namespace harness::drive {

Machine probe_machine();

}  // namespace harness::drive
