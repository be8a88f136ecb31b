#include "cli/budget.h"

#include "cli/quantities.h"

namespace cli {

Budget::Budget(std::optional<std::chrono::nanoseconds> asked, std::chrono::nanoseconds otherwise, int first_look)
    : most_(asked.value_or(otherwise)), at_least_(asked ? 0 : first_look) {}

bool Budget::ends(int launch_pairs) {
  const bool over = launch_pairs >= at_least_ && std::chrono::steady_clock::now() - began_ >= most_;
  spent_ = spent_ || over;
  return over;
}

std::vector<std::string> Budget::notes() const {
  if (!spent_) return {};
  return {"The budget of " + format_duration(most_) +
          " was spent before every comparison was decided; --budget gives more."};
}

}  // namespace cli
