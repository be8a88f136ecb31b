// The forms in which results are written and read: one file each, one row each in the table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/model/recording.h"
#include "harness/model/report.h"

namespace results::formats {

// A format that is only read has no `write`, one that is only written no `recognises` and no `read`.
struct Format {
  std::string_view name;         // "text", "json", "markdown": the word after --format and --as
  std::string_view extension;    // "md"
  std::string_view description;  // for the help text
  std::string (*write)(const harness::Report& report) = nullptr;
  // Whether a file looks like this format. The text is that of the whole file, as input_file.h gives it.
  bool (*recognises)(std::string_view text) = nullptr;
  // Reads a whole file. `source` names it where the format keeps names outside the file (Criterion). The text may be
  // changed: a large file is repaired in place. Throws Error with one sentence where it is not what it says it is.
  harness::Recording (*read)(std::string& text, std::string_view source) = nullptr;
};

std::span<const Format> formats();  // in the order in which a file is held against them: what is most particular first

const Format& format_named(std::string_view name);           // to write; throws UsageError naming the formats
const Format& recorded_format_named(std::string_view name);  // to read; throws UsageError naming the formats

// Reads a text in the format with that name, or, if it is empty, in the first that recognises it. Throws Error with a
// sentence that names the source.
harness::Recording read_recording(std::string text, const std::string& source, std::string_view name = "");

}  // namespace results::formats
