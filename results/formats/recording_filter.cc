#include "results/formats/recording_filter.h"

#include <re2/re2.h>

#include "harness/model/error.h"

namespace results::formats {

harness::Recording filtered(harness::Recording recording, const std::string& pattern, const std::string& replacement) {
  const RE2 family(pattern, RE2::Quiet);
  if (!family.ok()) throw harness::UsageError("'" + pattern + "' is no pattern: " + family.error());
  std::erase_if(recording.scenarios, [&](auto& scenario) {
    const bool found = RE2::PartialMatch(scenario.name, family);
    if (found) RE2::GlobalReplace(&scenario.name, family, replacement);
    return !found;
  });
  if (recording.scenarios.empty()) {
    throw harness::UsageError("no benchmark in " + recording.source + " matches '" + pattern + "'");
  }
  return recording;
}

}  // namespace results::formats
