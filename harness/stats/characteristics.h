// What the method does on one machine with one scenario, learned from pairs whose truth is known: a program against its
// own copy, and against itself slowed by known amounts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/trial.h"
#include "harness/stats/judge.h"

namespace harness::stats {

// So many of so many verdicts, with the exact 95 % interval of the proportion.
struct Rate {
  int verdicts = 0;
  int of = 0;
  std::optional<Interval> interval;  // absent without a verdict
};

Rate rate_of(int verdicts, int of);

struct Detection {
  double slowdown = 0;  // fraction: 0.01 is 1 % more work
  Rate found;           // called regressed
};

struct Characteristics {
  std::string scenario;
  Parameters parameters;
  int launch_pairs = 0;               // measured
  Rate false_alarms;                  // of A/A pairs: improved, regressed or mixed
  std::optional<double> noise_floor;  // fraction; absent without an A/A pair
  std::vector<Detection> detections;  // by rising slowdown
  std::optional<double> least_detectable;  // fraction that kPower of verdicts would find, from the launch pairs' spread
  std::optional<double> verdict_seconds;   // median wall time of the launch pairs, of two variants, up to a verdict
  std::optional<Failure> failure;
};

// The trial's launch pairs in blocks of `verdict_launch_pairs`, each looked at as the rule says until it decides: a
// block is what one run would have measured. A block that was not finished gives no verdict. Where slowdowns are known
// they can be taken out again, so every two variants (none in two pairs) are an A/A pair.
Characteristics characterise(const Trial& trial, const Rule& rule, int verdict_launch_pairs);

// The trial with its known slowdowns taken out: the times of slowed variants divided by their factor.
Trial without_known_slowdowns(Trial trial);

}  // namespace harness::stats
