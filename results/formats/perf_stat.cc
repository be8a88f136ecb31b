// perf stat, in each of its three forms: text, CSV (-x,) and JSON lines (-j). An event is a metric that costs something;
// what perf could not count is left out, never 0. A block of several runs gives means.
#include <re2/re2.h>

#include <nlohmann/json.hpp>

#include "harness/model/error.h"
#include "results/formats/figures.h"
#include "results/formats/foreign_json.h"
#include "results/formats/input_file.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using Json = nlohmann::json;

// CSV and JSON do not say what ran.
const std::string kNoCommand = "perf stat";

// value,unit,event,...: the first line that is no remark.
const RE2& csv_pattern() {
  static const RE2 kPattern(R"((?m)^(?:<not (?:supported|counted)>|[0-9][0-9.]*)[,;](\w*)[,;]([a-zA-Z][-\w:/.=]*)(?:[,;].*)?$)");
  return kPattern;
}
// Two numbers before the event: a decimal comma, or the time of an interval.
const RE2& two_numbers_pattern() {
  static const RE2 kPattern(R"((?m)^[0-9.]+[,;][0-9][0-9.]*[,;])");
  return kPattern;
}

std::string_view first_line(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find('\n', begin) - begin);
}

bool is_json(std::string_view text) {
  const std::string_view line = first_line(text);
  return line.starts_with("{") && line.find("\"counter-value\"") != std::string_view::npos;
}

bool is_csv(std::string_view text) {
  std::string_view rest = text;
  while (first_line(rest).starts_with("#")) rest.remove_prefix(rest.find(first_line(rest)) + first_line(rest).size());
  const std::string_view line = first_line(rest);
  return RE2::PartialMatch({line.data(), line.size()}, csv_pattern()) || RE2::PartialMatch({line.data(), line.size()}, two_numbers_pattern());
}

void add_event(RecordingBuilder& builder, const std::string& event, const std::string& unit, const std::string& value,
               std::optional<double> spread, std::optional<double> share) {
  const auto number = number_in(value);
  if (value.starts_with("<not")) return builder.leave_out("events that were not counted", event);
  if (!number) throw harness::Error("'" + value + "' of " + event + " is no number; let perf write under LC_ALL=C");
  Figure figure{kNoCommand, metric_of_event(event, unit), *number, harness::Statistic::Sample, 1, spread, share};
  if (spread) figure.statistic = harness::Statistic::Mean, figure.n = 0;  // of runs that are not counted here
  add_figure(builder, figure);
}

std::vector<std::string> fields_of(std::string_view line) {
  const char separator = line.find(';') != std::string_view::npos ? ';' : ',';
  std::vector<std::string> fields(1);
  for (const char letter : line) {
    if (letter == separator) {
      fields.emplace_back();
    } else {
      fields.back().push_back(letter);
    }
  }
  return fields;
}

std::optional<double> percent_in(std::string text) {
  if (text.ends_with('%')) text.pop_back();
  const auto number = number_in(text);
  return number ? std::optional(*number / 100) : std::nullopt;
}

// value, unit, event, then the spread if there were several runs, the time counted, and its share.
void read_csv(std::string_view text, RecordingBuilder& builder) {
  if (RE2::PartialMatch({text.data(), text.size()}, two_numbers_pattern())) {
    throw harness::Error("two numbers stand before an event: a decimal comma (let perf write under LC_ALL=C) or intervals (-I)");
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::vector<std::string> fields = fields_of(text.substr(at, end - at));
    at = end + 1;
    if (fields.size() < 3 || fields[0].starts_with('#')) continue;
    const bool spread = fields.size() > 3 && fields[3].ends_with('%');
    const std::size_t share = spread ? 5 : 4;
    add_event(builder, fields[2], fields[1], fields[0], spread ? percent_in(fields[3]) : std::nullopt,
              share < fields.size() ? percent_in(fields[share]) : std::nullopt);
  }
}

void read_json_lines(std::string_view text, RecordingBuilder& builder) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    at = end + 1;
    if (line.find("\"counter-value\"") == std::string::npos) continue;
    const Json event = parse_foreign_json(line);
    const Json& share = member(event, "pcnt-running");
    const Json& spread = member(event, "variance");
    add_event(builder, text_member(event, "event"), text_member(event, "unit"), text_member(event, "counter-value"),
              spread.is_number() ? std::optional(spread.get<double>() / 100) : std::nullopt,
              share.is_number() ? std::optional(share.get<double>() / 100) : std::nullopt);
  }
}

void read_text(std::string_view text, RecordingBuilder& builder) {
  for (const PerfBlock& block : figures_in(text).perf) {
    for (const Figure& figure : block.figures) add_figure(builder, figure);
    for (const std::string& event : block.not_counted) builder.leave_out("events that were not counted", event);
  }
}

harness::Recording read_perf_stat(std::string& text, std::string_view) {
  const std::string plain = plain_lines(text);
  RecordingBuilder builder(kPerfStat.name);
  if (is_json(plain)) {
    read_json_lines(plain, builder);
  } else if (plain.find("Performance counter stats for") != std::string::npos) {
    read_text(plain, builder);
  } else {
    read_csv(plain, builder);
  }
  return builder.finish();
}

bool recognises_perf_stat(std::string_view text) {
  return is_json(text) || text.find("Performance counter stats for") != std::string_view::npos || is_csv(text);
}

}  // namespace

const Format kPerfStat{.name = "perf-stat",
                       .extension = "txt",
                       .description = "perf stat: text, CSV (-x,) and JSON (-j)",
                       .recognises = recognises_perf_stat,
                       .read = read_perf_stat};

}  // namespace results::formats
