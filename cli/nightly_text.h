// What a night prints: the table of what is not unchanged, one line for the rest, and what the gate says.
#pragma once

#include <string>

#include "cli/gate.h"
#include "harness/model/report.h"

namespace cli {

std::string nightly_text(const harness::Report& report, const GateResult& gated);

// A line for each finding; empty where there is none.
std::string gate_text(const GateResult& gated);

}  // namespace cli
