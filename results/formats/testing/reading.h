// What the tests of every reader ask.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/model/error.h"
#include "results/formats/formats.h"

namespace results::formats {

// The series of a scenario's metric; throws if there is none.
inline const harness::RecordedSeries& series_of(const harness::Recording& recording, std::string_view scenario,
                                                std::string_view metric, harness::Side side = harness::Side::Alone) {
  for (const auto& one : recording.scenarios) {
    const std::string label = one.parameters.empty() ? one.name : one.name + " " + to_string(one.parameters);
    if (label != scenario || one.side != side) continue;
    for (const auto& series : one.series) {
      if (recording.metrics[series.metric].name == metric) return series;
    }
  }
  throw harness::Error("there is no " + std::string(metric) + " of " + std::string(scenario));
}

inline std::vector<double> values_of(const harness::Recording& recording, std::string_view scenario, std::string_view metric,
                                     harness::Side side = harness::Side::Alone) {
  return series_of(recording, scenario, metric, side).values;
}

inline std::string unit_of(const harness::Recording& recording, std::string_view scenario, std::string_view metric) {
  return recording.metrics[series_of(recording, scenario, metric).metric].unit;
}

// Why a text is refused, or "accepted".
inline std::string refusal_of(const std::string& text, std::string_view as = "") {
  try {
    (void)read_recording(text, "file", as);
  } catch (const harness::Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace results::formats
