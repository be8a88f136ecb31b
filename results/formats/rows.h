// One row a format: each stands in the file that reads and writes it and is listed once, in formats.cc.
#pragma once

#include "results/formats/formats.h"

namespace results::formats {

extern const Format kText;
extern const Format kJson;
extern const Format kMarkdown;
extern const Format kJunit;
extern const Format kGoogleBenchmark;

}  // namespace results::formats
