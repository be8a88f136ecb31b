// Which hypervisor this machine runs under.
#pragma once

#include <string>

#include "harness/machine/machine_files.h"

namespace harness::machine {

// As the CPU or the firmware names it, "KVMKVMKVM"; empty on bare metal.
std::string hypervisor_vendor(const MachineFiles& files);

// As people name it: "KVM"; an unknown vendor as it is.
std::string hypervisor_name(const std::string& vendor);

}  // namespace harness::machine
