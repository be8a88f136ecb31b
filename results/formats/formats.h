// The forms in which a report is written: one file each, one row each in the table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/model/report.h"

namespace results::formats {

struct Format {
  std::string_view name;         // "text", "json", "markdown": the word after --format
  std::string_view extension;    // "md"
  std::string_view description;  // for the help text
  std::string (*write)(const harness::Report& report);
};

std::span<const Format> formats();
const Format& format_named(std::string_view name);  // throws UsageError naming the formats

}  // namespace results::formats
