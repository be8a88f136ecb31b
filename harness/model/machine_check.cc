#include "harness/model/machine_check.h"

#include <algorithm>

namespace harness {

std::string_view to_string(Suitability verdict) {
  switch (verdict) {
    case Suitability::Fine: return "fine";
    case Suitability::MayDisturb: return "may_disturb";
    case Suitability::WillSpoil: return "will_spoil";
    case Suitability::CannotTell: return "cannot_tell";
  }
  return "";
}

bool is_usable(const std::vector<MachineCheck>& checks) {
  return std::ranges::none_of(checks, [](const auto& check) { return check.verdict == Suitability::WillSpoil; });
}

}  // namespace harness
