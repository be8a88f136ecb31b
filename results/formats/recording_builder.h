// Gathers what a reader finds into a Recording: rows of one name become samples of one scenario, numbers that are none
// are kept out, and whatever is kept out is counted and said.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/model/recording.h"

namespace results::formats {

class RecordingBuilder {
 public:
  explicit RecordingBuilder(std::string_view format) { recording_.format = format; }

  void set_recorded_at(std::string text) { recording_.recorded_at = std::move(text); }
  void set_cut_off() { recording_.extent = harness::Extent::CutOff; }
  void add_context(std::string key, std::string value);
  void add_notice(std::string sentence) { recording_.notices.push_back(std::move(sentence)); }

  // The place of a scenario, made when it is new.
  std::size_t scenario(std::string_view name, const harness::Parameters& parameters = {},
                       harness::Side side = harness::Side::Alone);
  void set_label(std::size_t scenario, std::string_view label);

  // A value of `metric`; one in another unit than the scenario's earlier ones is converted to theirs. What is no finite
  // number, a negative time, or of a unit that does not convert is left out, and said. Returns the series, or null
  // where nothing was added; it is valid until the next call.
  harness::RecordedSeries* add(std::size_t scenario, const harness::RecordedMetric& metric, double value,
                               harness::Statistic statistic = harness::Statistic::Sample, std::int64_t n = 1);

  // Something that was not taken. Those of one `kind` become one sentence: "2 failed rows: a (no disk), b (no disk)".
  void leave_out(std::string_view kind, std::string_view what);

  // Throws Error if nothing was measured: a file without results is no success.
  harness::Recording finish();

 private:
  struct LeftOut {
    std::size_t count = 0;
    std::string examples;
  };

  std::size_t metric_index(const harness::RecordedMetric& metric);
  // The series with the metric's name and statistic, in whatever unit; null if there is none.
  harness::RecordedSeries* find(harness::RecordedScenario& scenario, std::string_view name,
                                harness::Statistic statistic);

  harness::Recording recording_;
  std::unordered_map<std::string, std::size_t> scenarios_;
  std::map<std::string, LeftOut, std::less<>> left_out_;
  std::vector<std::string> left_out_order_;
};

// The direction that a unit implies: times and bytes are costs, something a second is gain; any other: absent.
std::optional<harness::Direction> direction_of_unit(std::string_view unit);

}  // namespace results::formats
