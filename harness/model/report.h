// Everything a report shows, in one plain value: what `tandem run` prints and what every format writes.
#pragma once

#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/machine.h"
#include "harness/model/recording.h"
#include "harness/model/run.h"

namespace harness {

struct Report {
  Run run;
  Machine machine;
  std::vector<Comparison> comparisons;
  std::vector<Comparison> canaries;  // of known truth, judged as the others: before against its copy, and slowed
  std::vector<Recording> recordings;  // of an imported run: what its files hold

  bool operator==(const Report&) const = default;
};

}  // namespace harness
