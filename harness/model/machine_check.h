// One thing about a machine that could spoil a measurement, looked at: what was found, where, and what to do about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace harness {

enum class Suitability {
  Fine,        // nothing to do
  MayDisturb,  // measurements take longer or need more launch pairs; what they say holds
  WillSpoil,   // do not measure before this is remedied
  CannotTell,  // this machine does not say
};

struct MachineCheck {
  std::string name;  // "governor"; stable, for scripts
  Suitability verdict = Suitability::CannotTell;
  std::string evidence;  // a sentence with the value found
  std::string source;    // the file or call the value came from
  std::string remedy;    // what to type, or why nothing can be done; empty where all is fine

  bool operator==(const MachineCheck&) const = default;
};

std::string_view to_string(Suitability verdict);  // "fine", "may_disturb", "will_spoil", "cannot_tell"

// Nothing found that will spoil a measurement.
bool is_usable(const std::vector<MachineCheck>& checks);

}  // namespace harness
