// Figures in running text: the output of perf stat, and log lines with a name, a number and a unit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/recording.h"
#include "results/formats/recording_builder.h"

namespace results::formats {

// A decimal number that is the whole text, commas between groups of three digits allowed: "189,125.49". Absent for "1,5",
// which may be a decimal comma, and for everything else.
std::optional<double> number_in(std::string_view text);

struct Figure {
  std::string scenario;
  harness::RecordedMetric metric;
  double value = 0;
  harness::Statistic statistic = harness::Statistic::Sample;
  std::int64_t n = 1;
  std::optional<double> spread, share;  // as of harness::RecordedSeries
};

// What one "Performance counter stats for" says.
struct PerfBlock {
  std::string command;
  std::vector<Figure> figures;           // scenario: the command
  std::vector<std::string> not_counted;  // events that perf could not count
};

struct FiguresInText {
  std::vector<PerfBlock> perf;
  std::vector<Figure> lines;
  std::vector<std::string> summaries;  // lines such as "Median: 4419 ms", which the samples give again
};

// Blanks and line ends are alike, so that text which a mail program wrapped, or put on one line, reads the same.
// Throws Error for numbers with decimal commas or blanks between digits: they could be read 100 times too large.
FiguresInText figures_in(std::string_view text);

// Adds a figure to its scenario, at `parameters` and on `side`.
void add_figure(RecordingBuilder& builder, const Figure& figure, const harness::Parameters& parameters = {},
                harness::Side side = harness::Side::Alone);

// Events as perf names them, "task-clock": told from other words behind a number.
bool is_event(std::string_view word);
harness::RecordedMetric metric_of_event(std::string_view event, std::string_view unit);

}  // namespace results::formats
