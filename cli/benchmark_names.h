// Which benchmarks two programs share.
#pragma once

#include <string>
#include <vector>

namespace cli {

// The names of one program: each once, and those that stand for several of its benchmarks.
struct BenchmarkNames {
  std::string program;
  std::vector<std::string> all;
  std::vector<std::string> repeated;
};

struct MatchedNames {
  std::vector<std::string> common;  // in before's order
  std::vector<std::string> notes;   // a sentence for what was left out
};

// `filter` is a regular expression that has to occur in a name; empty: all. Throws UsageError when nothing is left,
// with the reason.
MatchedNames match_names(const BenchmarkNames& before, const BenchmarkNames& after, const std::string& filter);

}  // namespace cli
