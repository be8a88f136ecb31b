// What the sources of the engine's changes reported: the figures of reported.json, which is part of the program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/metric.h"
#include "harness/model/scenario.h"

namespace engine::scenarios {

struct ReportedFigure {
  std::vector<std::string> scenarios;    // it says something about
  std::vector<std::string> headline_of;  // the scenarios for which it is the one figure to show
  std::string source;                    // "Apache Kudu 2e5033511"
  std::string title;                     // of the source change
  harness::Metric metric;                // as timed there
  std::string statistic;                 // "single run", "median" or "mean"
  int samples = 1;                       // on each side
  double before = 0;
  double after = 0;
  double speedup = 1;  // of the metric, more than 1 is better; rounded
  std::string workload;
  std::string note;
  std::string point;                   // of the scenario, where it is not the headline: "2 writers, 1 reader"
  std::map<std::string, std::string> variants;  // by scenario, the variant that the figure is of, where not after
  std::map<std::string, std::string> caveats;   // by scenario, why another machine gives another figure
  std::vector<double> before_samples;  // empty where only the statistic was reported
  std::vector<double> after_samples;
};

// All figures, in the order of the file. Throws harness::Error if the file is malformed.
std::vector<ReportedFigure> reported_figures();

// The headline of a scenario, for its description. For file-scope registrations: a scenario without a headline is a
// mistake of the programmer and aborts the program with a sentence.
harness::Reported reported(std::string_view scenario);

// The figure for one of the scenario's points, as reported.json names it. The same holds of a point that is not there.
harness::Reported reported(std::string_view scenario, std::string_view point);

}  // namespace engine::scenarios
