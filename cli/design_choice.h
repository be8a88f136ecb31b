// Which design decides a comparison of commands, which one gives its size, and the sentence that says so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/drive/command.h"

namespace cli {

enum class Sharing { Allowed, Exclusive };     // whether two runs may be under way at once
enum class Preparation { None, BeforeEachRun };

// What the choice depends on.
struct DesignQuestion {
  std::optional<harness::drive::CommandDesign> asked;
  Sharing sharing = Sharing::Allowed;
  Preparation preparation = Preparation::None;
  std::string metric;                                // the deciding one, or "auto"
  std::vector<harness::drive::CommandShape> shapes;  // of the commands, as far as they could be observed
};

struct DesignChoice {
  std::vector<harness::drive::CommandDesign> designs;  // the deciding one first; a second one gives the size
  std::string sentence;
};

// A duet decides wherever it tells the truth: it is the sharper one. It does not where CPU time is not what was asked
// for or not what the commands cost, or where they might get into each other's way. Throws UsageError where what was
// asked contradicts itself.
DesignChoice choose_design(const DesignQuestion& question);

// At most how many threads of the commands were seen at once, 2 or more where they used several CPUs.
int threads_of(const std::vector<harness::drive::CommandShape>& shapes);

}  // namespace cli
