// The workers of two built revisions, asked for what they offer.
#pragma once

#include <vector>

#include "cli/config.h"
#include "cli/nightly_plan.h"
#include "cli/project_builds.h"

namespace cli {

// One for each worker of the project, in its order. Throws Error where a build did not make it, or it is no worker.
std::vector<WorkerPair> worker_pairs(const Config& config, const revisions::BuiltRevision& before,
                                     const revisions::BuiltRevision& after);

}  // namespace cli
