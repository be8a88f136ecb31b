#include "cli/benchmark_names.h"

#include <algorithm>
#include <regex>

#include "harness/model/error.h"
#include "harness/model/glob.h"

namespace cli {
namespace {

using harness::UsageError;
using Names = std::vector<std::string>;

std::regex compiled(const std::string& filter) {
  try {
    return std::regex(filter, std::regex::ECMAScript);
  } catch (const std::regex_error&) {
    throw UsageError("--filter '" + filter + "' is no regular expression");
  }
}

Names filtered(const Names& names, const std::string& filter) {
  if (filter.empty()) return names;
  const std::regex pattern = compiled(filter);
  Names kept;
  std::ranges::copy_if(names, std::back_inserter(kept),
                       [&](const std::string& name) { return std::regex_search(name, pattern); });
  return kept;
}

bool contains(const Names& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

std::string listed(const Names& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

void note_one_sided(const std::string& program, const Names& names, const Names& others, Names& notes) {
  Names alone;
  std::ranges::copy_if(names, std::back_inserter(alone), [&](const auto& name) { return !contains(others, name); });
  if (!alone.empty()) notes.push_back("Only in " + program + ", so not compared: " + listed(alone) + ".");
}

}  // namespace

MatchedNames match_names(const BenchmarkNames& before, const BenchmarkNames& after, const std::string& filter) {
  const Names first = filtered(before.all, filter), second = filtered(after.all, filter);
  if (first.empty() && second.empty()) {
    throw UsageError("--filter '" + filter + "' matches no benchmark; the closest are: " +
                     listed(harness::closest_names(filter, before.all, 3)));
  }
  MatchedNames matched;
  Names several;
  for (const auto& name : first) {
    if (!contains(second, name)) continue;
    const bool repeated = contains(before.repeated, name) || contains(after.repeated, name);
    (repeated ? several : matched.common).push_back(name);
  }
  note_one_sided(before.program, first, second, matched.notes);
  note_one_sided(after.program, second, first, matched.notes);
  if (!several.empty()) {
    matched.notes.push_back("Names of several benchmarks of one program, so not compared: " + listed(several) + ".");
  }
  if (!matched.common.empty()) return matched;
  throw UsageError(before.program + " and " + after.program + " have no benchmark in common" +
                   (filter.empty() ? "" : " that --filter matches") + "; there are " + std::to_string(first.size()) +
                   " in the one and " + std::to_string(second.size()) + " in the other");
}

}  // namespace cli
