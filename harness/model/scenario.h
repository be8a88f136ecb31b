// What a worker declares of a scenario: its variants, its parameter points, its unit of work, what its source reported.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/metric.h"
#include "harness/model/parameters.h"

namespace harness {

enum class Role {
  Before,    // what the engine did; exactly one in a scenario
  After,     // what the source change made of it; at most one
  Beyond,    // what we believe is better still; compared with after as well as with before
  Ablation,  // a part of the way from before to after, to show which part pays
  Control,   // a check of the experiment itself
};

struct Variant {
  std::string name;  // "std::unordered_set"
  Role role = Role::Before;

  bool operator==(const Variant&) const = default;
};

enum class Preset { Smoke, Quick, Standard, Full };

// What the source of a change claimed for it.
struct Reported {
  std::string source;    // "Apache Kudu 2e5033511"
  std::string metric;    // what was timed there: "loadgen time total"
  double speedup = 1.0;  // before / after, as reported
  std::string note;      // workload, number of samples
  std::string variant;   // the variant that it was claimed for; empty: after
  std::string caveat;    // why a measurement elsewhere gives another figure, in a sentence; may be empty

  bool operator==(const Reported&) const = default;
};

struct ParameterPoint {
  Parameters parameters;
  std::vector<Preset> presets;       // the presets that include this point
  std::optional<Reported> reported;  // where the source has a figure for this point; else the scenario's counts

  bool operator==(const ParameterPoint&) const = default;
};

struct Scenario {
  std::string name;          // "client/in_flight_set"
  std::string summary;       // one sentence: what is measured
  std::string unit_of_work;  // "op", "call", "row": times are shown per one of these
  int threads = 1;           // the most threads that run at once; 1 means the worker may be pinned to one CPU
  std::string metric{kAutoMetric};  // the deciding metric: "auto", or one of the scenario's own
  std::vector<Metric> metrics;      // the scenario's own metrics, beyond those that every worker reports
  std::vector<Variant> variants;    // before first
  std::vector<ParameterPoint> points;
  std::optional<Reported> reported;  // the headline

  bool operator==(const Scenario&) const = default;
};

// What was reported for one of its points.
const std::optional<Reported>& reported_at(const Scenario& scenario, const Parameters& parameters);

std::string_view to_string(Role role);      // "before", "after", "beyond", "ablation", "control"
std::string_view to_string(Preset preset);  // "smoke", "quick", "standard", "full"
Role role_from_string(std::string_view text);      // throws Error on any other text
Preset preset_from_string(std::string_view text);  // throws UsageError on any other text, naming the presets

}  // namespace harness
