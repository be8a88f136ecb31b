// What is measured: a name, a unit, and which way is better. The unit travels with the metric and is never guessed
// from its name.
#pragma once

#include <string>
#include <string_view>

namespace harness {

enum class Direction { LowerIsBetter, HigherIsBetter };

struct Metric {
  std::string name;  // "wall_time", "cpu_time", "page_faults", or one that a scenario names itself
  std::string unit;  // of one batch's total: "ns", "bytes", "count"; of a comparison: "ns/op"
  Direction direction = Direction::LowerIsBetter;

  bool operator==(const Metric&) const = default;
};

// Every worker reports these for every batch; the names are part of the wire format and of the JSON report.
inline constexpr std::string_view kWallTime = "wall_time";                        // ns
inline constexpr std::string_view kCpuTime = "cpu_time";                          // ns, all threads of the process
inline constexpr std::string_view kInvoluntarySwitches = "involuntary_switches";  // count: preemptions
inline constexpr std::string_view kVoluntarySwitches = "voluntary_switches";      // count: blocking waits
inline constexpr std::string_view kMinorFaults = "minor_faults";                  // count
inline constexpr std::string_view kMajorFaults = "major_faults";                  // count

// The metric rule that lets the statistics choose between wall_time and cpu_time.
inline constexpr std::string_view kAutoMetric = "auto";

std::string_view to_string(Direction direction);        // "lower_is_better", "higher_is_better"
Direction direction_from_string(std::string_view text);  // throws Error on any other text

}  // namespace harness
