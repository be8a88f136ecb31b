// The sub-commands, one file each. They return the exit status; what they were asked for is in their options.
// Tables and documents go to stdout, everything else to stderr.
#pragma once

#include "cli/compare_options.h"
#include "cli/options.h"

namespace engine {
struct LoadgenOptions;  // engine/loadgen/loadgen_options.h
}

namespace cli {

int calibrate_command(const CalibrateOptions& options);
int run_command(const RunOptions& options);
int compare_command(const CompareOptions& options);
int list_command(const ListOptions& options);
int report_command(const ReportOptions& options);
int serve_command(const ServeOptions& options);
int doctor_command(const DoctorOptions& options);
int loadgen_command(const engine::LoadgenOptions& options);

}  // namespace cli
