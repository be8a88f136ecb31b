// The commands that take result files. Both return the exit status.
#pragma once

#include "cli/recorded_options.h"

namespace cli {

// Reads every file and stores them as one run of kind import; a file is taken whole or not at all, and one that is not
// taken is said on stderr and makes the status 1.
int import_command(const ImportOptions& options);

// Compares, prints, stores nothing: the files stay what they are.
int compare_recorded(const CompareRecordedOptions& options);

}  // namespace cli
