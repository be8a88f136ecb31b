// What is known of a run besides its measurements: its id, its times, how it ended.
#pragma once

#include <chrono>
#include <set>
#include <string>

#include "harness/model/report.h"
#include "harness/model/run.h"

namespace cli {

std::string utc_now();  // RFC 3339

// A run that begins now, with an id of its own.
harness::Run begin_run_record(harness::RunKind kind, std::uint64_t seed, const std::string& command_line);

// Takes its state, the time of day and how long it took since `started`.
void finish_run_record(harness::Run& run, harness::RunState state, std::chrono::steady_clock::time_point started);

// What the report means for a script.
int exit_status(const harness::Report& report, const std::set<harness::Verdict>& fail_on);

}  // namespace cli
