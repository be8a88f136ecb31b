// What a report holds, as series of values: the rows of every format that other tools read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/model/report.h"

namespace results::formats {

// The values of one scenario, variant and metric: of a comparison one a launch pair (its median), so that they are
// independent of each other; of a recording the file's own.
struct ExportedSeries {
  std::string scenario;
  harness::Parameters parameters;
  harness::Side side = harness::Side::Alone;
  std::string variant;  // empty for a recording that has no sides
  std::string label;
  harness::RecordedMetric metric;
  harness::Statistic statistic = harness::Statistic::Sample;
  std::int64_t n = 0;
  std::vector<double> values;
};

// Those of the recordings where there are some, else those of the comparisons; what several comparisons share is there
// once.
std::vector<ExportedSeries> exported_series(const harness::Report& report);

// "client/in_flight_set/ops=33289/std::unordered_set"; of a recording its name as it was.
std::string exported_name(const ExportedSeries& series);

// The shortest text that reads back as the same number.
std::string exact_number(double value);

// The factor from the unit's time to `to` ("ns", "s"); 0 where it is no time. "ns/op" counts as "ns".
double time_factor(const std::string& unit, const std::string& to);

}  // namespace results::formats
