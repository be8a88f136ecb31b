// The text of Go's benchmarks: "BenchmarkX-8  1000  100 ns/op  12 B/op". Each unit is a metric; names that two packages
// share are told apart by their package; "note: before" and "note: after" are the sides of a change.
#include <algorithm>
#include <set>
#include <sstream>

#include "harness/model/utf8.h"
#include "results/formats/display.h"
#include "results/formats/exported.h"
#include "results/formats/figures.h"
#include "results/formats/input_file.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Side;

struct GoLine {
  std::string package, name;
  Side side = Side::Alone;
  std::vector<std::pair<double, std::string>> values;  // with their units
};

Side side_of(const std::string& note) {
  return note == "before" ? Side::Before : note == "after" ? Side::After : Side::Alone;
}

harness::RecordedMetric metric_of(const std::string& unit) {
  if (unit == "ns/op" || unit == "sec/op" || unit == "s/op") {
    return {std::string(harness::kWallTime), unit, harness::Direction::LowerIsBetter};
  }
  return {unit, unit, direction_of_unit(unit)};
}

// "BenchmarkX 100 5 ns/op ...": a name, a count, then values with units. Empty if the line is no such one.
std::optional<GoLine> line_of(const std::string& text) {
  if (!text.starts_with("Benchmark")) return std::nullopt;
  std::istringstream words(text);
  GoLine line;
  std::string count, number, unit;
  words >> line.name >> count;
  if (!number_in(count)) return std::nullopt;
  while (words >> number >> unit) {
    const auto value = number_in(number);
    if (!value) return std::nullopt;
    line.values.emplace_back(*value, unit);
  }
  if (line.values.empty()) return std::nullopt;
  return line;
}

class GoText {
 public:
  explicit GoText(RecordingBuilder& builder) : builder_(builder) {}

  void see(const std::string& text) {
    if (auto line = line_of(text)) {
      line->package = package_;
      line->side = side_;
      packages_[line->name].insert(package_);
      lines_.push_back(std::move(*line));
    } else if (text.starts_with("pkg:")) {
      package_ = value_of(text);
    } else if (text.starts_with("note:")) {
      side_ = side_of(value_of(text));
    } else if (text.starts_with("goos:") || text.starts_with("goarch:") || text.starts_with("cpu:")) {
      if (known_.insert(text).second && known_keys_.insert(text.substr(0, text.find(':'))).second) {
        builder_.add_context(text.substr(0, text.find(':')), value_of(text));
      }
    } else if (text.starts_with("--- FAIL") || text.starts_with("FAIL\t")) {
      builder_.leave_out("failed benchmarks", text);
    }
  }

  void finish() {
    for (const GoLine& line : lines_) {
      const bool shared = packages_[line.name].size() > 1;
      const std::size_t scenario = builder_.scenario(shared ? line.package + "." + line.name : line.name, {}, line.side);
      for (const auto& [value, unit] : line.values) builder_.add(scenario, metric_of(unit), value);
    }
  }

 private:
  static std::string value_of(const std::string& text) {
    const std::size_t from = text.find_first_not_of(" \t", text.find(':') + 1);
    return from == std::string::npos ? "" : text.substr(from);
  }

  RecordingBuilder& builder_;
  std::vector<GoLine> lines_;
  std::map<std::string, std::set<std::string>> packages_;  // in which a name stands
  std::set<std::string> known_, known_keys_;
  std::string package_;
  Side side_ = Side::Alone;
};

harness::Recording read_go_benchmark(std::string& text, std::string_view) {
  RecordingBuilder builder(kGoBenchmark.name);
  GoText go(builder);
  std::istringstream lines(plain_lines(text));
  for (std::string line; std::getline(lines, line);) {
    if (lines.eof()) {
      if (line_of(line)) builder.add_notice("the last line has no end and may be cut: " + line);
    }
    go.see(line);
  }
  go.finish();
  return builder.finish();
}

// A name is one word there.
std::string word_of(const std::string& name) {
  std::string word = name.starts_with("Benchmark") ? name : "Benchmark" + name;
  for (char& letter : word) {
    if (static_cast<unsigned char>(letter) <= ' ') letter = '_';
  }
  return harness::valid_utf8(word);
}

std::string unit_word(const std::string& unit) {
  std::string word = unit.find('/') == std::string::npos ? unit + "/op" : unit;
  std::ranges::replace(word, ' ', '_');
  return word;
}

// One line a launch: benchstat takes lines as independent samples, and launches are. Before and after have one name and
// are told apart by "note"; `benchstat -col note` compares them.
std::string write_go_benchmark(const harness::Report& report) {
  std::string text = "tandem-run: " + one_line(report.run.id) + "\n";
  Side side = Side::Alone;
  std::string variant;
  for (ExportedSeries series : exported_series(report)) {
    if (series.side != side) text += "note: " + std::string(to_string(side = series.side)) + "\n";
    if (series.variant != variant) text += "variant: " + one_line(variant = series.variant) + "\n";
    series.variant.clear();
    const double factor = time_factor(series.metric.unit, "ns");
    for (const double value : series.values) {
      text += word_of(exported_name(series)) + " 1 " +
              (factor > 0 ? exact_number(value * factor) + " ns/op" : exact_number(value) + " " + unit_word(series.metric.unit)) +
              "\n";
    }
  }
  return text;
}

bool recognises_go_benchmark(std::string_view text) {
  for (std::size_t at = text.find("Benchmark"); at != std::string_view::npos; at = text.find("\nBenchmark", at)) {
    if (at != 0 && text[at] != '\n') {
      ++at;  // within a line
      continue;
    }
    const std::size_t begin = at == 0 ? 0 : at + 1;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (line_of(plain_lines(text.substr(begin, end - begin)))) return true;
    at = end - 1;
  }
  return false;
}

}  // namespace

const Format kGoBenchmark{.name = "go",
                          .extension = "txt",
                          .description = "the text of Go's benchmarks: benchstat reads it",
                          .write = write_go_benchmark,
                          .recognises = recognises_go_benchmark,
                          .read = read_go_benchmark};

}  // namespace results::formats
