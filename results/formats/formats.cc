#include "results/formats/formats.h"

#include <array>

#include "harness/model/error.h"
#include "results/formats/rows.h"

namespace results::formats {

std::span<const Format> formats() {
  static const std::array kFormats{kText, kJson, kMarkdown};
  return kFormats;
}

const Format& format_named(std::string_view name) {
  std::string known;
  for (const Format& format : formats()) {
    if (format.name == name) return format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  throw harness::UsageError("there is no format '" + std::string(name) + "'; there are: " + known);
}

}  // namespace results::formats
