// What was measured: all launch pairs of one scenario at one parameter point in one run. Facts only; no judgement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/build.h"
#include "harness/model/metric.h"
#include "harness/model/parameters.h"
#include "harness/model/scenario.h"

namespace harness {

// One batch of one variant: `iterations` calls of the scenario body's loop, doing `items` units of work.
struct Batch {
  int variant = 0;           // index into Trial::variants
  int round = 0;             // from 0; round -1 is the warm-up round, kept but never judged
  int slot = 0;              // position within the round, from 0
  double started_ns = 0;     // since the launch pair began, by the driver's clock
  double iterations = 0;
  double items = 0;          // units of work in the whole batch
  std::vector<double> values;  // totals of the batch, aligned with Trial::metrics; NaN where the worker gave none

  bool operator==(const Batch&) const = default;
};

// Fresh processes, one per variant, alive together, taking turns. The unit of replication.
struct LaunchPair {
  int index = 0;               // from 0 within the trial
  std::uint64_t seed = 0;      // decides start order, slot order, environment padding and stack offsets
  std::vector<Batch> batches;  // in the order they ran
  double elapsed_ns = 0;       // wall time of the whole launch pair, processes and fixtures included

  bool operator==(const LaunchPair&) const = default;
};

enum class Stage { Build, Launch, Open, Calibrate, Run, Verify };

// Why a trial's measurement is broken: the comparison is `invalid`.
struct Failure {
  Stage stage = Stage::Launch;
  std::string variant;      // which variant failed; empty when it is all of them
  std::string message;      // one sentence
  std::string stderr_tail;  // the worker's last lines

  bool operator==(const Failure&) const = default;
};

struct TrialVariant {
  Variant variant;
  Build build;
  double work_factor = 1;  // did so many times the work of the others, recorded as theirs: a slowdown of known size

  bool operator==(const TrialVariant&) const = default;
};

struct Trial {
  std::string scenario;
  Parameters parameters;
  std::string unit_of_work;
  int threads = 1;
  std::string metric{kAutoMetric};     // the deciding metric as the scenario declares it
  std::vector<TrialVariant> variants;  // before first
  std::vector<Metric> metrics;         // columns of Batch::values: wall_time, cpu_time, ..., then the scenario's own
  std::uint64_t iterations = 0;        // per batch, the same for all variants; 0 before calibration
  std::optional<Reported> reported;
  std::vector<LaunchPair> launch_pairs;
  std::optional<Failure> failure;

  bool operator==(const Trial&) const = default;
};

std::string_view to_string(Stage stage);  // "build", "launch", "open", "calibrate", "run", "verify"
Stage stage_from_string(std::string_view text);

// Column of `metric` in Batch::values, or -1.
int metric_column(const Trial& trial, std::string_view metric);

}  // namespace harness
