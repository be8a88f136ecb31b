// From two builds of a project to what is measured of them: each scenario that both have, before against after.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/config.h"
#include "harness/drive/plan.h"
#include "harness/model/scenario.h"

namespace cli {

// One of so many equal parts of the scenarios, for as many machines: "2/8".
struct Shard {
  int number = 1;  // from 1
  int count = 1;
};
Shard parse_shard(std::string_view text);  // throws UsageError

// A worker as both builds have it, with what each offers.
struct WorkerPair {
  harness::drive::WorkerCommand before, after;
  std::vector<harness::Scenario> before_scenarios, after_scenarios;
};

struct NightlyPlan {
  harness::drive::SuitePlan suite;
  std::vector<std::string> only_before;  // scenarios, or "scenario parameters", that the other side does not have
  std::vector<std::string> only_after;
};

struct Revisions {
  std::string before, after;  // labels, as the builds are recorded
};

// What of a scenario is measured is the variant that it is about: after, where it has one, else before. The variants of
// a trial are called "before" and "after", so that their history goes on whatever the revisions are. What the source of
// a scenario reported belongs to its own variants and is left out.
NightlyPlan plan_nightly(const Config& config, const std::vector<WorkerPair>& workers, const Revisions& revisions,
                         const Shard& shard, std::uint64_t seed);

}  // namespace cli
