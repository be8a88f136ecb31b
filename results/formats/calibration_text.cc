#include <algorithm>
#include <map>

#include "results/formats/calibration.h"
#include "results/formats/display.h"
#include "results/formats/numbers.h"
#include "results/formats/sentences.h"
#include "results/formats/table.h"

namespace results::formats {
namespace {

using harness::stats::Characteristics;
using harness::stats::Rate;
using harness::stats::rate_of;

constexpr int kColumns = 120;
constexpr std::string_view kNothing = "-";

// "1/12 [0.2, 38 %]"
std::string alarms(const Rate& rate) {
  if (!rate.interval) return std::string(kNothing);
  const std::string low = percent(rate.interval->low);
  return std::to_string(rate.verdicts) + "/" + std::to_string(rate.of) + " [" + low.substr(0, low.size() - 2) + ", " +
         percent(rate.interval->high) + "]";
}

std::string share(const Rate& rate) { return std::to_string(rate.verdicts) + "/" + std::to_string(rate.of); }

std::string effect(const std::optional<double>& fraction) {
  return fraction ? percent(*fraction) : std::string(kNothing);
}

// Every slowdown that any scenario was measured at, ascending.
std::vector<double> slowdowns(const Calibration& calibration) {
  std::vector<double> all;
  for (const Characteristics& learned : calibration.learned) {
    for (const auto& detection : learned.detections) all.push_back(detection.slowdown);
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::optional<Rate> found_at(const Characteristics& learned, double slowdown) {
  for (const auto& detection : learned.detections) {
    if (detection.slowdown == slowdown) return detection.found;
  }
  return std::nullopt;
}

std::vector<TableCell> row_of(const Characteristics& learned, const std::vector<double>& columns) {
  const std::string parameters = harness::to_string(learned.parameters);
  std::vector<TableCell> cells{"  " + (parameters.empty() ? std::string(kNothing) : one_line(parameters)), alarms(learned.false_alarms),
                               effect(learned.noise_floor)};
  for (const double slowdown : columns) {
    const auto found = found_at(learned, slowdown);
    cells.emplace_back(found && found->of > 0 ? share(*found) : std::string(kNothing));
  }
  cells.emplace_back(effect(learned.least_detectable));
  cells.emplace_back(learned.verdict_seconds ? duration(*learned.verdict_seconds) : std::string(kNothing));
  return cells;
}

Rate all_alarms(const Calibration& calibration) {
  int verdicts = 0, of = 0;
  for (const Characteristics& learned : calibration.learned) {
    verdicts += learned.false_alarms.verdicts;
    of += learned.false_alarms.of;
  }
  return rate_of(verdicts, of);
}

Rate all_found(const Calibration& calibration, double slowdown) {
  int verdicts = 0, of = 0;
  for (const Characteristics& learned : calibration.learned) {
    const auto found = found_at(learned, slowdown);
    verdicts += found ? found->verdicts : 0;
    of += found ? found->of : 0;
  }
  return rate_of(verdicts, of);
}

std::vector<TableCell> total_row(const Calibration& calibration, const std::vector<double>& columns) {
  std::vector<TableCell> cells{"all", alarms(all_alarms(calibration)), ""};
  for (const double slowdown : columns) cells.emplace_back(share(all_found(calibration, slowdown)));
  cells.emplace_back("");
  cells.emplace_back("");
  return cells;
}

std::string table_of(const Calibration& calibration) {
  const std::vector<double> columns = slowdowns(calibration);
  std::vector<TableColumn> layout{{0, Align::Left}, {2, Align::Left, 14}, {2, Align::Right, 7}};
  std::vector<std::string> heading{"", "false alarms", "floor"};
  for (const double slowdown : columns) {
    layout.push_back({2, Align::Right, 7});
    heading.push_back("+" + percent(slowdown));
  }
  layout.insert(layout.end(), {{2, Align::Right, 8}, {2, Align::Right, 8}});
  heading.insert(heading.end(), {"finds", "takes"});
  Table table(layout, kColumns);
  table.add_heading(heading);
  std::string scenario;
  for (const Characteristics& learned : calibration.learned) {
    if (learned.scenario != scenario) table.add_heading({one_line(learned.scenario)});
    scenario = learned.scenario;
    table.add_row(row_of(learned, columns));
  }
  table.add_row(total_row(calibration, columns));
  return table.text();
}

std::string paragraph(const std::string& text) {
  std::string out;
  for (const std::string& line : wrapped(one_line(text), kColumns)) out += line + "\n";
  return out;
}

std::string failures(const Calibration& calibration) {
  std::string out;
  for (const Characteristics& learned : calibration.learned) {
    if (!learned.failure) continue;
    out += paragraph("! " + learned.scenario + " " + harness::to_string(learned.parameters) + " failed at stage " +
                     std::string(harness::to_string(learned.failure->stage)) + ": " + learned.failure->message);
  }
  return out;
}

std::string power_sentences(const Calibration& calibration) {
  std::string out;
  for (const double slowdown : slowdowns(calibration)) {
    const Rate found = all_found(calibration, slowdown);
    if (!found.interval) continue;
    out += paragraph("+" + percent(slowdown) + " work was found in " + share(found) + " verdicts; with 95 % confidence " +
                     percent(found.interval->low) + " to " + percent(found.interval->high) + " of such changes are.");
  }
  return out;
}

}  // namespace

std::string write_calibration_text(const Calibration& calibration) {
  std::string out = paragraph(run_sentence(calibration.run) + " " + machine_sentence(calibration.machine));
  for (const std::string& note : calibration.run.notes) out += paragraph("- " + note);
  out += "\n" + table_of(calibration) + "\n" + failures(calibration);
  out += paragraph("A verdict is what " + std::to_string(calibration.verdict_launch_pairs) +
                   " launch pairs say at tolerance " + percent(calibration.rule.tolerance) +
                   ". False alarms: verdicts that call a difference between a program and its copy, or between slowed "
                   "programs whose slowdown is taken out again, with the exact 95 % interval. Floor: what those pairs stay "
                   "within, from now on the least tolerance of this scenario on this machine. +x %: verdicts that call "
                   "so much more work regressed. Finds: the change that 80 % of verdicts would find, from the spread of "
                   "the launch pairs. Takes: the time until a verdict, as median.");
  return out + power_sentences(calibration);
}

}  // namespace results::formats
