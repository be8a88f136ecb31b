#include "results/formats/formats.h"

#include <algorithm>
#include <array>

#include "harness/model/error.h"
#include "results/formats/foreign_output.h"
#include "results/formats/input_file.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

// The row with that name which can do what is asked for.
template <class Member>
const Format& named(std::string_view name, Member Format::*ability, const std::string& what) {
  std::string known;
  for (const Format& format : formats()) {
    if (format.*ability == nullptr) continue;
    if (format.name == name) return format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  throw harness::UsageError("there is no " + what + " '" + std::string(name) + "'; there are: " + known);
}

const Format& recognised(std::string_view text) {
  const auto found =
      std::ranges::find_if(formats(), [&](const Format& row) { return row.recognises && row.recognises(text); });
  if (found != formats().end()) return *found;
  std::string known;
  for (const Format& format : formats()) {
    if (format.read) known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  throw harness::Error(what_else_it_is(text) + "; what can be read: " + known);
}

}  // namespace

std::span<const Format> formats() {
  static const std::array kFormats{
      kText,      kJson,        kMarkdown,  kJunit,     kCsv,    kGerrit, kGithub, kPrometheus,    kGoogleBenchmark, kGoogleBenchmarkCsv,
      kHyperfine, kGoBenchmark, kNanobench, kCriterion, kCatch2, kJmh,    kLnt,    kCommitMessage, kPerfStat,        kLogLines};
  return kFormats;
}

const Format& format_named(std::string_view name) { return named(name, &Format::write, "format"); }
const Format& recorded_format_named(std::string_view name) { return named(name, &Format::read, "format to read"); }

harness::Recording read_recording(std::string text, const std::string& source, std::string_view name) {
  const Format* asked = name.empty() ? nullptr : &recorded_format_named(name);
  if (text.find('\x1B') != std::string::npos) text = plain_lines(text);  // coloured output, captured
  try {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw harness::Error("there are no results in it: it is empty");
    harness::Recording recording = (asked != nullptr ? *asked : recognised(text)).read(text, source);
    recording.source = source;
    return recording;
  } catch (const harness::Error& error) {
    throw error.with_context(source);
  }
}

}  // namespace results::formats
