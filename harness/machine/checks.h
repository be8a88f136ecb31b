// What on a machine will spoil a measurement: a table of checks, each with its evidence and its remedy.
#pragma once

#include <string>
#include <vector>

#include "harness/machine/circumstances.h"
#include "harness/model/machine_check.h"

namespace harness::machine {

// Every check, in the order of the table. A check whose circumstances were not tried, watched or asked says
// cannot_tell.
std::vector<MachineCheck> check_machine(const Circumstances& circumstances);

// The sentences to keep with a run: the evidence of what may disturb or will spoil.
std::vector<std::string> notes(const std::vector<MachineCheck>& checks);

}  // namespace harness::machine
