// One row a format: each stands in the file that reads and writes it and is listed once, in formats.cc.
#pragma once

#include "results/formats/formats.h"

namespace results::formats {

extern const Format kText;
extern const Format kJson;
extern const Format kMarkdown;
extern const Format kJunit;
extern const Format kCsv;
extern const Format kGerrit;
extern const Format kGithub;
extern const Format kPrometheus;
extern const Format kGoogleBenchmark;
extern const Format kGoogleBenchmarkCsv;
extern const Format kHyperfine;
extern const Format kGoBenchmark;
extern const Format kNanobench;
extern const Format kCriterion;
extern const Format kCatch2;
extern const Format kJmh;
extern const Format kLnt;
extern const Format kCommitMessage;
extern const Format kPerfStat;
extern const Format kLogLines;

}  // namespace results::formats
