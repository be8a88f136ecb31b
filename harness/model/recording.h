// Results that somebody else measured and wrote into a file. Facts as the file gives them, no judgement: values are in
// the unit of the file, and nothing here is a launch pair, because nobody knows what the values have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/metric.h"
#include "harness/model/parameters.h"

namespace harness {

// What a recorded value is: one measurement, or what a file says of several of which it does not keep each.
enum class Statistic { Sample, Median, Mean };

// Which side of a change a scenario was recorded on; a plain result file says nothing of that.
enum class Side { Alone, Before, After };

enum class Extent { Whole, CutOff };

struct RecordedMetric {
  std::string name;
  std::string unit;
  std::optional<Direction> direction;  // absent: the file does not say which way is better, and such a one is not judged

  bool operator==(const RecordedMetric&) const = default;
};

struct RecordedSeries {
  std::size_t metric = 0;      // index into Recording::metrics
  Statistic statistic = Statistic::Sample;
  std::int64_t n = 0;          // measurements behind the values: as many as there are, or as the file says; 0: unknown
  std::vector<double> values;  // finite, in the order of the file
  std::optional<double> spread;  // relative error of a mean as the file gives it, a fraction: perf's "+- 1.47%"
  std::optional<double> share;   // of the time in which a multiplexed counter counted, a fraction

  bool operator==(const RecordedSeries&) const = default;
};

struct RecordedScenario {
  std::string name;  // opaque: whatever the file calls it
  Parameters parameters;
  Side side = Side::Alone;
  std::string label;  // what the file says beside the name; may be empty
  std::vector<RecordedSeries> series;  // at most one of each metric and statistic

  bool operator==(const RecordedScenario&) const = default;
};

struct Recording {
  std::string source;  // the file as it was named; "-" for standard input
  std::string format;  // the word for --as
  std::string recorded_at;  // as the file says it, whatever its form; may be empty
  std::vector<std::pair<std::string, std::string>> context;  // what else the file says of its run, in its order
  std::vector<RecordedMetric> metrics;
  std::vector<RecordedScenario> scenarios;
  std::vector<std::string> left_out;  // sentences: what was not taken, and why
  std::vector<std::string> notices;   // sentences: what is strange about what was taken
  Extent extent = Extent::Whole;      // CutOff: the file ends in the middle, these are its whole rows

  bool operator==(const Recording&) const = default;
};

std::string_view to_string(Statistic statistic);  // "sample", "median", "mean"
std::string_view to_string(Side side);            // "alone", "before", "after"
std::string_view to_string(Extent extent);        // "whole", "cut_off"
Statistic statistic_from_string(std::string_view text);  // throw Error on any other text
Side side_from_string(std::string_view text);
Extent extent_from_string(std::string_view text);

}  // namespace harness
