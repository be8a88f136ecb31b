// What a calibration learned, for a terminal and as JSON.
#pragma once

#include <string>
#include <vector>

#include "harness/model/machine.h"
#include "harness/model/run.h"
#include "harness/stats/characteristics.h"

namespace results::formats {

struct Calibration {
  harness::Run run;
  harness::Machine machine;
  harness::stats::Rule rule;     // by which its pairs were judged
  int verdict_launch_pairs = 0;  // the most that a verdict took
  std::vector<harness::stats::Characteristics> learned;
};

// One row per scenario and parameter point, a row over all of them, and how to read it.
std::string write_calibration_text(const Calibration& calibration);

// Schema "tandem.calibration/1": numbers are finite or null, slowdowns and floors are fractions.
std::string write_calibration_json(const Calibration& calibration);

}  // namespace results::formats
