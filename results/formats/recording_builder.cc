#include "results/formats/recording_builder.h"

#include <algorithm>
#include <cmath>

#include "harness/model/error.h"
#include "harness/model/unit.h"
#include "harness/model/utf8.h"
#include "results/formats/display.h"

namespace results::formats {
namespace {

using harness::RecordedMetric;
using harness::RecordedScenario;
using harness::RecordedSeries;
using harness::Statistic;

// A sentence that names more is not read.
constexpr std::size_t kExamples = 5;
// Of a name in a sentence; there are names of thousands of characters.
constexpr std::size_t kLongestExample = 80;

std::string key_of(std::string_view name, const harness::Parameters& parameters, harness::Side side) {
  std::string key(1, static_cast<char>('0' + static_cast<int>(side)));
  if (!parameters.empty()) key += to_string(parameters);
  key.push_back('\n');
  return key.append(name);
}

std::string example_of(std::string_view what) {
  return one_line(what.size() <= kLongestExample ? std::string(what)
                                                 : std::string(what.substr(0, kLongestExample)) + "...");
}

}  // namespace

std::optional<harness::Direction> direction_of_unit(std::string_view unit) {
  if (harness::is_rate_unit(unit)) return harness::Direction::HigherIsBetter;
  if (harness::is_measured_unit(unit)) return harness::Direction::LowerIsBetter;
  return std::nullopt;
}

void RecordingBuilder::add_context(std::string key, std::string value) {
  const auto same = std::ranges::find(recording_.context, key, &std::pair<std::string, std::string>::first);
  if (same == recording_.context.end()) {
    recording_.context.emplace_back(std::move(key), std::move(value));
  } else {
    leave_out("context that is given twice", key);
  }
}

std::size_t RecordingBuilder::scenario(std::string_view name, const harness::Parameters& parameters,
                                       harness::Side side) {
  const auto [at, added] = scenarios_.try_emplace(key_of(name, parameters, side), recording_.scenarios.size());
  if (added) recording_.scenarios.push_back({harness::valid_utf8(name), parameters, side, "", {}});
  return at->second;
}

void RecordingBuilder::set_label(std::size_t scenario, std::string_view label) {
  auto& kept = recording_.scenarios[scenario].label;
  if (kept.empty()) kept = harness::valid_utf8(label);
}

std::size_t RecordingBuilder::metric_index(const RecordedMetric& metric) {
  const auto at = std::ranges::find(recording_.metrics, metric);
  if (at != recording_.metrics.end()) return static_cast<std::size_t>(at - recording_.metrics.begin());
  recording_.metrics.push_back(metric);
  return recording_.metrics.size() - 1;
}

RecordedSeries* RecordingBuilder::find(RecordedScenario& scenario, std::string_view name, Statistic statistic) {
  for (RecordedSeries& series : scenario.series) {
    if (series.statistic == statistic && recording_.metrics[series.metric].name == name) return &series;
  }
  return nullptr;
}

RecordedSeries* RecordingBuilder::add(std::size_t at, const RecordedMetric& metric, double value, Statistic statistic,
                                      std::int64_t n) {
  RecordedScenario& scenario = recording_.scenarios[at];
  const auto refuse = [&](std::string_view kind) {
    leave_out(kind, metric.name + " of " + scenario.name);
    return nullptr;
  };
  if (!std::isfinite(value)) return refuse("values that are no finite number");
  if (value < 0 && harness::is_time_unit(metric.unit)) return refuse("negative times");
  RecordedSeries* series = find(scenario, metric.name, statistic);
  if (series == nullptr) {
    scenario.series.push_back({metric_index(metric), statistic, 0, {}, {}, {}});
    series = &scenario.series.back();
  }
  const auto ratio = harness::unit_ratio(metric.unit, recording_.metrics[series->metric].unit);
  if (!ratio) return refuse("values in a unit that does not convert to that of the earlier ones");
  if (!std::isfinite(value * *ratio)) return refuse("values that are no finite number");
  series->values.push_back(value * *ratio);
  series->n += n;
  return series;
}

void RecordingBuilder::leave_out(std::string_view kind, std::string_view what) {
  auto found = left_out_.find(kind);
  if (found == left_out_.end()) {
    found = left_out_.emplace(std::string(kind), LeftOut{}).first;
    left_out_order_.emplace_back(kind);
  }
  LeftOut& entry = found->second;
  if (++entry.count > kExamples) return;
  entry.examples += (entry.count == 1 ? "" : ", ") + example_of(what);
}

harness::Recording RecordingBuilder::finish() {
  for (const std::string& kind : left_out_order_) {
    const LeftOut& entry = left_out_.at(kind);
    std::string sentence = std::to_string(entry.count) + " " + kind + ": " + entry.examples;
    if (entry.count > kExamples) sentence += " and " + std::to_string(entry.count - kExamples) + " more";
    recording_.left_out.push_back(std::move(sentence));
  }
  std::erase_if(recording_.scenarios, [](const RecordedScenario& scenario) { return scenario.series.empty(); });
  if (recording_.scenarios.empty()) {
    std::string reason = "there are no results in it";
    for (const std::string& sentence : recording_.left_out) reason += "; left out: " + sentence;
    throw harness::Error(reason);
  }
  return std::move(recording_);
}

}  // namespace results::formats
