#include "harness/measure/unknown_name.h"

#include "harness/model/error.h"
#include "harness/model/glob.h"

namespace harness::measure {
namespace {

constexpr std::size_t kSuggestions = 3;  // names a person takes in at a glance

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

void refuse_name(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  const std::string missing = "there is no " + what + " '" + name + "'";
  if (known.empty()) throw Error(missing + ", and no other: this program offers none");
  throw Error(missing + "; the closest: " + joined(closest_names(name, known, kSuggestions)));
}

}  // namespace harness::measure
