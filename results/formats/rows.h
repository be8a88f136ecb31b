// One row a format: each stands in the file that writes it and is listed once, in formats.cc.
#pragma once

#include "results/formats/formats.h"

namespace results::formats {

extern const Format kText;
extern const Format kJson;
extern const Format kMarkdown;

}  // namespace results::formats
