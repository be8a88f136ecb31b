// What the commands that take result files were asked to do.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/options.h"
#include "harness/model/comparison.h"

namespace cli {

struct ImportOptions {
  std::vector<std::string> files;  // paths, patterns, "-"
  std::string as;                  // the format; empty: by content
  std::string store{kDefaultStore};
  std::string format = "text";
  std::string command_line;
};

// compare.py's three forms: files against files, two families of one file, a family of one against one of another.
struct CompareRecordedOptions {
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::string before_filter;  // regular expressions over names; empty: all
  std::string after_filter;
  std::string as;
  std::string format = "text";
  std::string metric;  // a glob; empty: every metric that has a direction
  double tolerance = 0.01;
  double confidence = 0.95;
  std::set<harness::Verdict> fail_on;
  std::string command_line;
};

struct CompareOptions;  // cli/compare_options.h

// What `compare` was asked to do that holds for files of results, too; which files is left open.
CompareRecordedOptions recorded_options(const CompareOptions& options);

// The words behind `compare` in compare.py's forms: "benchmarks A B", "filters FILE F1 F2", "benchmarksfiltered A F1 B F2".
// True if they are one of these; false leaves the options alone. Throws UsageError for one with a word missing.
bool take_compare_form(const std::vector<std::string>& words, CompareRecordedOptions& options);

}  // namespace cli
