// What about a machine may spoil a measurement, in sentences for a person.
#pragma once

#include <string>
#include <vector>

#include "harness/drive/machine_probe.h"

namespace harness::drive {

std::vector<std::string> machine_notes(const Machine& machine, const MachineReadings& readings);

}  // namespace harness::drive
