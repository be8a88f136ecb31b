#include "cli/worker_pairs.h"

#include <utility>

#include "harness/drive/suite.h"
#include "harness/model/error.h"

namespace cli {
namespace {

std::vector<harness::Scenario> offered(const harness::drive::WorkerCommand& worker, const revisions::BuiltRevision& built) {
  try {
    return harness::drive::list_scenarios(worker);
  } catch (const harness::Error& error) {
    throw error.with_context("the worker of " + to_string(built.revision));
  }
}

}  // namespace

std::vector<WorkerPair> worker_pairs(const Config& config, const revisions::BuiltRevision& before, const revisions::BuiltRevision& after) {
  std::vector<WorkerPair> pairs;
  for (const auto& worker : config.workers.value) {
    WorkerPair pair{.before = {.argv = worker_argv(before, worker)}, .after = {.argv = worker_argv(after, worker)}};
    pair.before_scenarios = offered(pair.before, before);
    pair.after_scenarios = offered(pair.after, after);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace cli
