// A judgement: a pure function of a trial and a rule. Stored as judged, and recomputable to the identical value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/recording.h"
#include "harness/model/trial.h"

namespace harness {

enum class Verdict {
  Improved,   // after is faster, by at least the tolerance
  Regressed,  // after is slower, by at least the tolerance
  Unchanged,  // proved to be within the tolerance
  Undecided,  // not enough evidence; the comparison says what it would take
  Mixed,      // median and mean disagree
  Invalid,    // the measurement itself is broken
};

struct Interval {
  double low = 0;
  double high = 0;

  bool operator==(const Interval&) const = default;
};

// A ratio in which more than 1 means better: before / after where lower is better. The interval is absent where the
// samples cannot give one at the asked confidence.
struct Speedup {
  double ratio = 1.0;
  std::optional<Interval> interval;

  bool operator==(const Speedup&) const = default;
};

// The change of the measured quantity that a speedup stands for, in percent: x1.25 of a time is -20 %.
double change_percent(double speedup_ratio, Direction direction);

// The clock that did not decide, for the reader.
struct MetricSpeedup {
  Metric metric;
  Speedup median;

  bool operator==(const MetricSpeedup&) const = default;
};

// One launch pair's contribution, for plots and for re-checking: per unit of work, in the metric's unit.
struct LaunchPairEstimate {
  double before_median = 0;
  double after_median = 0;
  double before_mean = 0;
  double after_mean = 0;
  double log_speedup = 0;  // median over rounds of the paired log ratio; > 0 is better

  bool operator==(const LaunchPairEstimate&) const = default;
};

// One side of a comparison of recorded results, in the unit of the comparison's metric.
struct RecordedSide {
  std::vector<double> values;
  std::int64_t n = 0;  // measurements behind them; 0: unknown
  Statistic statistic = Statistic::Sample;

  bool operator==(const RecordedSide&) const = default;
};

struct Recorded {
  RecordedSide before;
  RecordedSide after;

  bool operator==(const Recorded&) const = default;
};

struct Comparison {
  std::string scenario;
  Parameters parameters;
  TrialVariant before;
  TrialVariant after;  // the variant compared with before: after, beyond, an ablation or a control
  std::string unit_of_work;
  Metric metric;  // the metric that decided; unit per unit of work: "ns/op"
  int launch_pairs = 0;
  std::vector<LaunchPairEstimate> estimates;
  std::optional<double> before_median, after_median, before_mean, after_mean;  // absent when invalid
  std::optional<Speedup> median;    // the exact order-statistic interval
  std::optional<Speedup> mean;      // ratio of total times
  std::optional<Speedup> decision;  // Hodges-Lehmann, the interval that decides
  std::optional<MetricSpeedup> other_metric;
  double confidence = 0.95;
  double tolerance = 0.01;
  std::optional<double> noise_floor;                // of this machine for this scenario; absent until calibrated
  std::optional<double> minimum_detectable_effect;  // fraction; on undecided rows
  std::optional<int> launch_pairs_needed;           // to decide at the tolerance; on undecided rows
  Verdict verdict = Verdict::Undecided;
  std::string rule;  // the rule's name and version: re-judging with it gives the identical bytes
  std::optional<Reported> reported;
  std::optional<Recorded> recorded;  // in place of launch pairs: what others measured, compared unpaired
  std::optional<Failure> failure;
  std::vector<std::string> warnings;

  bool operator==(const Comparison&) const = default;
};

std::string_view to_string(Verdict verdict);  // "improved", ...
Verdict verdict_from_string(std::string_view text);

}  // namespace harness
