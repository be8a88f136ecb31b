#include "results/formats/figures.h"

#include <re2/re2.h>

#include <charconv>
#include <cmath>

#include "harness/model/unit.h"
#include "results/formats/perf_block.h"

namespace results::formats {
namespace {

using harness::Direction;

// A number as people write it, and a unit behind it, with or without a blank.
#define NUMBER R"(([0-9][0-9,]*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?))"
#define UNIT R"(([A-Za-zµμ][A-Za-zµμ]*(?:/[A-Za-z]+)?))"

// What a glog line begins with; a line begins there, even where somebody put all on one.
const RE2& log_prefix_pattern() {
  static const RE2 kPattern(R"([IWEF][0-9]{4}(?:[0-9]{4})? [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+\s+[0-9]+\s+[-\w./]+:[0-9]+\]\s*)");
  return kPattern;
}
// "Time spent reopening block manager: real 2.612s user 0.035s sys 0.002s"
const RE2& real_user_sys_pattern() {
  static const RE2 kPattern(R"((Times?\s+(?:spent|for)\s[^:]{1,200}):\s+real\s+([0-9.]+)s\s+user\s+([0-9.]+)s\s+sys\s+([0-9.]+)s)");
  return kPattern;
}
// What the shell's `time` says, in seconds or in minutes and seconds.
const RE2& shell_time_pattern() {
  static const RE2 kPattern(R"((?m)^(real|user|sys)\s+(?:([0-9]+)m)?([0-9.]+)s?[ \t]*$)");
  return kPattern;
}
// Known names that stand within a line.
const RE2& known_name_pattern() {
  static const RE2 kPattern(R"((time total|time per row)\s*:\s+)" NUMBER R"(\s+)" UNIT R"((?:\s|$))");
  return kPattern;
}
const RE2& rate_pattern() {
  static const RE2 kPattern(R"(((?:total\s+)?[^\s:]+)\s+rate\s*:\s+)" NUMBER R"(\s+([^\s/]+/s(?:ec)?)(?:\W|$))");
  return kPattern;
}
// "Median: 4419 ms", "Mean speedup: 5.9%": a summary of the lines above it.
const RE2& summary_pattern() {
  static const RE2 kPattern(R"((?mi)^[ \t]*((?:median|mean|average|minimum|maximum|stddev|standard deviation)(?: speedup)?[ \t]*:[^\n]*)$)");
  return kPattern;
}
// A name, a number and a unit that are a line of their own; what stands in parentheses behind them is a remark.
const RE2& line_pattern() {
  static const RE2 kPattern(R"((?m)^[ \t]*([^\n]{1,300}?)[ \t]*:[ \t]*)" NUMBER R"([ \t]*)" UNIT R"([ \t]*(?:\([^)\n]*\))?[ \t]*$)");
  return kPattern;
}
// A number and a unit where the name is that of the block: "Before: 74,787 req/sec".
const RE2& nameless_pattern() {
  static const RE2 kPattern(R"(^\s*)" NUMBER R"([ \t]+)" UNIT R"([ \t]*(?:\([^)\n]*\))?[ \t]*(?:\n|$))");
  return kPattern;
}

std::string one_blank(std::string text) {
  RE2::GlobalReplace(&text, R"(\s+)", " ");
  return text;
}

// Replaces what was understood by blanks, so that no other pattern takes it again.
void blank_out(std::string& text, const re2::StringPiece& match) {
  const auto at = static_cast<std::size_t>(match.data() - text.data());
  for (std::size_t i = at; i < at + match.size(); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

// Each match in turn: all of it, then its groups. What `take` accepts is blanked out.
template <std::size_t kGroups>
void for_each_match(std::string& text, const RE2& pattern, const auto& take) {
  re2::StringPiece parts[kGroups + 1];
  std::size_t from = 0;
  while (from <= text.size() && pattern.Match(text, from, text.size(), RE2::UNANCHORED, parts, kGroups + 1)) {
    const std::size_t end = static_cast<std::size_t>(parts[0].data() - text.data()) + parts[0].size();
    if (take(parts)) blank_out(text, parts[0]);
    from = parts[0].empty() ? end + 1 : end;
  }
}

std::string text_of(const re2::StringPiece& piece) { return {piece.data(), piece.size()}; }

harness::RecordedMetric metric_of(const std::string& unit) {
  const std::string name = harness::is_rate_unit(unit)   ? "rate"
                           : harness::is_time_unit(unit) ? std::string(harness::kWallTime)
                                                         : "size";
  return {name, unit, direction_of_unit(unit)};
}

harness::RecordedMetric seconds(const std::string& name) { return {name, "s", Direction::LowerIsBetter}; }

// Metrics that a line may name behind its scenario, as our own blocks do: "tablet/presence_check ops=8, cpu_time: 64 ns/op".
bool take_metric(std::string& name, std::string& metric) {
  const std::string line = name;
  if (RE2::FullMatch(line, R"((.*), ([A-Za-z][-\w:.]*))", &name, &metric)) return true;
  for (const std::string_view known : {harness::kWallTime, harness::kCpuTime, std::string_view("user_time"),
                                       std::string_view("system_time"), std::string_view("rate")}) {
    if (!name.ends_with(" " + std::string(known))) continue;
    metric = known;
    name.resize(name.size() - known.size() - 1);
    return true;
  }
  return false;
}

class Lines {
 public:
  explicit Lines(std::string text) : text_(std::move(text)) {}

  void read(FiguresInText& into) {
    for_each_match<4>(text_, real_user_sys_pattern(), [&](const re2::StringPiece* part) {
      const std::string name = one_blank(text_of(part[1]));
      return add(into, name, seconds("wall_time"), part[2]) && add(into, name, seconds("user_time"), part[3]) &&
             add(into, name, seconds("system_time"), part[4]);
    });
    for_each_match<3>(text_, shell_time_pattern(), [&](const re2::StringPiece* part) { return add_shell_time(into, part); });
    for_each_match<3>(text_, known_name_pattern(), [&](const re2::StringPiece* part) { return add_unit(into, text_of(part[1]), part + 2); });
    for_each_match<1>(text_, summary_pattern(), [&](const re2::StringPiece* part) {
      into.summaries.push_back(text_of(part[1]));
      return true;
    });
    for_each_match<3>(text_, line_pattern(), [&](const re2::StringPiece* part) { return add_unit(into, text_of(part[1]), part + 2); });
    for_each_match<3>(text_, rate_pattern(), [&](const re2::StringPiece* part) {
      return add_unit(into, one_blank(text_of(part[1])) + " rate", part + 2);
    });
    for_each_match<2>(text_, nameless_pattern(), [&](const re2::StringPiece* part) { return add_unit(into, "result", part + 1); });
  }

 private:
  static bool add(FiguresInText& into, const std::string& name, harness::RecordedMetric metric, const re2::StringPiece& number) {
    const auto value = number_in({number.data(), number.size()});
    if (!value) return false;
    into.lines.push_back({name, std::move(metric), *value, harness::Statistic::Sample, 1, {}, {}});
    return true;
  }

  // parts: the number and its unit. A word that is no unit makes the line no result.
  static bool add_unit(FiguresInText& into, std::string name, const re2::StringPiece* parts) {
    const std::string unit = text_of(parts[1]);
    const bool counted = unit == "count" || unit.starts_with("count/");  // ours: other lines do not name it
    if (!harness::is_measured_unit(unit) && !counted) return false;
    harness::RecordedMetric metric = metric_of(unit);
    if (counted) metric.direction = Direction::LowerIsBetter;
    RE2::Replace(&name, R"(^test (\S.*) \.\.\. bench$)", R"(\1)");  // Rust's own harness
    (void)take_metric(name, metric.name);
    return add(into, name, std::move(metric), parts[0]);
  }

  static bool add_shell_time(FiguresInText& into, const re2::StringPiece* part) {
    const std::string word = text_of(part[1]);
    const auto minutes = part[2].empty() ? std::optional(0.0) : number_in(text_of(part[2]));
    const auto rest = number_in(text_of(part[3]));
    if (!minutes || !rest) return false;
    const std::string metric = word == "real" ? "wall_time" : word == "user" ? "user_time" : "system_time";
    into.lines.push_back({"command", seconds(metric), *minutes * 60 + *rest, harness::Statistic::Sample, 1, {}, {}});
    return true;
  }

  std::string text_;
};

}  // namespace

std::optional<double> number_in(std::string_view text) {
  std::string digits;
  const std::size_t point = std::min(text.find_first_of(".eE"), text.size());
  const std::size_t first = text.find(',');
  if (first != std::string_view::npos && (first > point || first == 0 || first > 3)) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool comma = text[i] == ',';
    if (comma && (i > point || (point - i) % 4 != 0)) return std::nullopt;
    if (first < point && i > first && i < point && (point - i) % 4 == 0 && !comma) return std::nullopt;
    if (!comma) digits.push_back(text[i]);
  }
  double value = 0;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (trouble != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

FiguresInText figures_in(std::string_view text) {
  std::string rest(text);
  RE2::GlobalReplace(&rest, log_prefix_pattern(), "\n");
  FiguresInText figures;
  take_perf_blocks(rest, figures.perf);
  Lines(std::move(rest)).read(figures);
  return figures;
}

void add_figure(RecordingBuilder& builder, const Figure& figure, const harness::Parameters& parameters, harness::Side side) {
  harness::RecordedSeries* series = builder.add(builder.scenario(figure.scenario, parameters, side), figure.metric,
                                                figure.value, figure.statistic, figure.n);
  if (series == nullptr) return;
  if (figure.spread) series->spread = figure.spread;
  if (figure.share) series->share = figure.share;
}

}  // namespace results::formats
