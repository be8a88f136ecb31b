// tandem compare --before CMD --after CMD: two whole commands.
#include <algorithm>
#include <filesystem>

#include "cli/compare.h"
#include "cli/parameter_lists.h"
#include "harness/drive/child_process.h"
#include "harness/model/error.h"

namespace cli {
namespace {

using harness::Direction;
using harness::Parameters;
using harness::UsageError;
using harness::drive::CommandDesign;
using harness::drive::CommandTrialPlan;
using harness::drive::CommandVariant;
using harness::drive::PrintedMetric;

// "throughput[ops/s]=([0-9]+) ops": the name, the unit where there is one, and the pattern.
PrintedMetric printed_metric(const std::string& text, const CompareOptions& options) {
  const auto equals = text.find('=');
  std::string name = text.substr(0, equals);
  std::string unit;
  if (const auto bracket = name.find('['); bracket != std::string::npos && name.ends_with(']')) {
    unit = name.substr(bracket + 1, name.size() - bracket - 2);
    name.erase(bracket);
  }
  if (name.empty()) throw UsageError("--metric takes NAME or NAME=REGEX, not '" + text + "'");
  const bool higher = std::ranges::find(options.higher_is_better, name) != options.higher_is_better.end();
  return {{name, unit, higher ? Direction::HigherIsBetter : Direction::LowerIsBetter}, text.substr(equals + 1)};
}

std::vector<std::string> measured_metrics(const std::vector<PrintedMetric>& printed) {
  std::vector<std::string> names{std::string(harness::kAutoMetric)};
  for (const auto& metric : command_metrics(CommandDesign::Alternate)) names.push_back(metric.name);
  for (const auto& [metric, pattern] : printed) names.push_back(metric.name);
  return names;
}

void expect_known(const std::string& name, const std::vector<std::string>& known, const std::string& what) {
  if (std::ranges::find(known, name) != known.end()) return;
  std::string list;
  for (const auto& one : known) list += (list.empty() ? "" : ", ") + one;
  throw UsageError("there is no " + what + " '" + name + "'; there " + (known.size() == 1 ? "is: " : "are: ") +
                   (list.empty() ? "none" : list));
}

// Which metric decides, and which numbers are read from what the commands print.
void take_metrics(const CompareOptions& options, CommandTrialPlan& trial) {
  std::vector<std::string> named;
  for (const auto& text : options.metrics) {
    if (text.find('=') == std::string::npos) {
      named.push_back(text);
    } else {
      trial.printed.push_back(printed_metric(text, options));
    }
  }
  if (named.size() > 1) throw UsageError("only one metric can decide: '" + named[0] + "' or '" + named[1] + "'");
  std::vector<std::string> printed_names;
  for (const auto& [metric, pattern] : trial.printed) printed_names.push_back(metric.name);
  for (const auto& name : options.higher_is_better) expect_known(name, printed_names, "printed metric");
  if (named.empty() && !printed_names.empty()) named = {printed_names.front()};
  if (named.empty()) return;
  expect_known(named.front(), measured_metrics(trial.printed), "metric");
  trial.metric = named.front();
}

std::vector<ParameterList> parameter_lists(const CompareOptions& options) {
  std::vector<ParameterList> lists;
  if (!options.parameter_scan.empty()) {
    const auto& scan = options.parameter_scan;
    lists.push_back(scanned(scan.at(0), scan.at(1), scan.at(2), options.scan_step));
  }
  for (const auto& text : options.parameter_lists) lists.push_back(parse_parameter_list(text));
  for (const auto& list : lists) {
    if (list.name == harness::kDesign) throw UsageError("a parameter cannot be called design: trials have one");
    const std::string place = "{" + list.name + "}";
    if ((options.before + options.after).find(place) != std::string::npos) continue;
    throw UsageError("neither command has a place " + place + " for the values of '" + list.name + "'");
  }
  return lists;
}

// A program that is not there is said at once, in one sentence, and not as a comparison that failed.
std::vector<std::string> argv_of(const std::string& line, const CompareOptions& options) {
  auto argv = options.shell ? harness::drive::shell_command(line) : harness::drive::split_command(line);
  (void)harness::drive::find_program(argv.front());
  return argv;
}

std::string prepare_of(const CompareOptions& options, std::size_t variant) {
  return options.prepare.empty() ? "" : options.prepare[std::min(variant, options.prepare.size() - 1)];
}

CommandVariant variant_at(const Parameters& point, harness::Variant labelled, const std::string& line,
                          const std::string& prepare, const CompareOptions& options) {
  CommandVariant variant;
  variant.labelled = std::move(labelled);
  variant.argv = argv_of(filled_in(line, point), options);
  variant.prepare = filled_in(prepare, point);
  return variant;
}

CommandTrialPlan trial_at(const Parameters& point, const CompareOptions& options, CommandTrialPlan trial) {
  trial.parameters = point;
  const std::string again = options.before == options.after ? " (again)" : "";
  trial.variants.push_back(
      variant_at(point, {options.before, harness::Role::Before}, options.before, prepare_of(options, 0), options));
  trial.variants.push_back(
      variant_at(point, {options.after + again, harness::Role::After}, options.after, prepare_of(options, 1), options));
  return trial;
}

// The first word of the line, without its folder: what a person calls the command.
std::string command_name(const std::string& line) {
  const auto start = line.find_first_not_of(" \t");
  if (start == std::string::npos) throw UsageError("a command is empty");
  const std::string word = line.substr(start, line.find_first_of(" \t|;&<>", start) - start);
  const std::string name = std::filesystem::path(word).filename().string();
  return name.empty() ? line : name;
}

}  // namespace

int compare_commands(const CompareOptions& options) {
  CommandTrialPlan trial{.name = options.name.empty() ? command_name(options.before) : options.name,
                         .exit_status = options.exit_status};
  take_metrics(options, trial);
  std::vector<Subject> subjects;
  for (const auto& point : parameter_points(parameter_lists(options))) {
    subjects.push_back(
        {trial_at(point, options, trial), options.exclusive ? Sharing::Exclusive : Sharing::Allowed});
  }
  return measure_subjects(options, std::move(subjects), {});
}

}  // namespace cli
