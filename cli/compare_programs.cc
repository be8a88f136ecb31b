// tandem compare BEFORE AFTER, two programs of Google Benchmarks: as workers where both are, else a process a run.
#include <algorithm>
#include <charconv>
#include <random>

#include "cli/benchmark_names.h"
#include "cli/budget.h"
#include "cli/compare.h"
#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "harness/drive/benchmark_program.h"
#include "harness/drive/suite.h"
#include "harness/drive/temporary_folder.h"
#include "harness/drive/trial_runner.h"
#include "harness/model/error.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

using namespace std::chrono_literals;
using harness::Scenario;
using harness::drive::BenchmarkProgram;
using harness::drive::CommandTrialPlan;
using harness::drive::SuitePlan;

constexpr std::chrono::seconds kListTimeout{30};  // static initialisers of a large program included

// A process a run: long enough that starting it weighs little, short enough that a launch pair is one moment. The gain
// from longer runs is small: what varies is the launch.
constexpr auto kForeignBatch = 40ms;

// Workers: as the long presets of `tandem run`.
constexpr auto kWorkerBatch = 5ms;
constexpr auto kWorkerLaunchPair = 200ms;

// The file that one of the programs writes its results into. Names of one length: the kernel puts a program's arguments
// on its stack.
std::string result_file(const harness::drive::TemporaryFolder& folder, std::size_t variant) {
  return folder.path() + "/" + std::to_string(variant);
}

// Paths as they were typed; two of the same program are told apart all the same.
harness::Variant labelled(const CompareOptions& options, std::size_t variant) {
  const std::string again = variant == 1 && options.files[0] == options.files[1] ? " (again)" : "";
  return {options.files[variant] + again, variant == 0 ? harness::Role::Before : harness::Role::After};
}

// As a path: a bare name would be looked for in PATH.
std::string runnable(const std::string& file) { return file.find('/') == std::string::npos ? "./" + file : file; }

// The author's own choice of clock and threads stands in a benchmark's name.
bool timed_by_wall(const std::string& name) {
  return name.find("/real_time") != std::string::npos || name.find("/manual_time") != std::string::npos;
}

int threads_in(const std::string& name) {
  constexpr std::string_view kThreads = "/threads:";
  int threads = 1;
  if (const auto at = name.rfind(kThreads); at != std::string::npos) {
    std::from_chars(name.data() + at + kThreads.size(), name.data() + name.size(), threads);
  }
  return threads;
}

Subject subject_of(const std::string& name, const std::vector<BenchmarkProgram>& programs,
                   const CompareOptions& options, const harness::drive::TemporaryFolder& folder) {
  CommandTrialPlan trial{.name = name,
                         .threads = threads_in(name),
                         .metric = std::string(timed_by_wall(name) ? harness::kWallTime : harness::kAutoMetric),
                         .benchmark = name};
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::string output = result_file(folder, i);
    trial.variants.push_back(
        {.labelled = labelled(options, i),
         .argv = benchmark_command(programs[i], name, options.batch_time.value_or(kForeignBatch), output),
         .benchmark_output = output});
  }
  return {trial, options.exclusive || trial.threads > 1 ? Sharing::Exclusive : Sharing::Allowed};
}

int compare_foreign(const CompareOptions& options) {
  std::vector<BenchmarkProgram> programs;
  try {
    for (const auto& file : options.files) {
      programs.push_back(harness::drive::ask_benchmark_program(runnable(file), kListTimeout, watch_for_interruption()));
    }
  } catch (const harness::drive::Interrupted&) {
    return kInterrupted;
  }
  const auto names_of = [&](std::size_t i) {
    return BenchmarkNames{options.files[i], programs[i].benchmarks, programs[i].repeated};
  };
  auto matched = match_names(names_of(0), names_of(1), options.filter);
  const harness::drive::TemporaryFolder folder;
  std::vector<Subject> subjects;
  for (const auto& name : matched.common) subjects.push_back(subject_of(name, programs, options, folder));
  return measure_subjects(options, std::move(subjects), std::move(matched.notes));
}

// One program's scenarios; nothing where it does not speak the worker protocol.
std::vector<Scenario> scenarios_of(const std::string& file) {
  try {
    return harness::drive::list_scenarios({.argv = {runnable(file)}});
  } catch (const harness::Error&) {
    return {};
  }
}

const Scenario* find(const std::vector<Scenario>& scenarios, const std::string& name) {
  const auto found = std::ranges::find(scenarios, name, &Scenario::name);
  return found == scenarios.end() ? nullptr : &*found;
}

// Every variant and parameter point that both programs have of one scenario.
void add_trials(const Scenario& before, const Scenario& after, const CompareOptions& options, SuitePlan& plan) {
  for (const auto& variant : before.variants) {
    if (std::ranges::find(after.variants, variant.name, &harness::Variant::name) == after.variants.end()) continue;
    for (const auto& point : before.points) {
      if (std::ranges::find(point.presets, harness::Preset::Quick) == point.presets.end()) continue;
      if (std::ranges::find(after.points, point.parameters, &harness::ParameterPoint::parameters) == after.points.end())
        continue;
      harness::drive::TrialPlan trial{.scenario = before, .parameters = point.parameters, .variants = {}};
      for (std::size_t i = 0; i < options.files.size(); ++i) {
        harness::Variant label = labelled(options, i);
        if (before.variants.size() > 1) label.name += " " + variant.name;
        trial.variants.push_back(
            {.worker = {.argv = {runnable(options.files[i])}}, .opened = variant, .labelled = label});
      }
      plan.trials.push_back(std::move(trial));
    }
  }
}

BenchmarkNames names_of(const std::string& file, const std::vector<Scenario>& scenarios) {
  BenchmarkNames names{.program = file, .all = {}, .repeated = {}};
  for (const auto& scenario : scenarios) {
    auto& list = find(scenarios, scenario.name) == &scenario ? names.all : names.repeated;
    list.push_back(scenario.name);
  }
  return names;
}

SuitePlan plan_workers(const CompareOptions& options) {
  return {.trials = {},
          .seed = options.seed.value_or(std::random_device{}()),
          .launch_pairs = options.launch_pairs.value_or(kMostLaunchPairs),
          .batch_time = options.batch_time.value_or(kWorkerBatch),
          .launch_pair_time = kWorkerLaunchPair,
          .most_rounds = 16,
          .batch_timeout = options.timeout,
          .launch_timeout = options.timeout};
}

int compare_workers(const CompareOptions& options, const std::vector<Scenario>& before,
                    const std::vector<Scenario>& after) {
  auto matched = match_names(names_of(options.files[0], before), names_of(options.files[1], after), options.filter);
  SuitePlan plan = plan_workers(options);
  for (const auto& name : matched.common) add_trials(*find(before, name), *find(after, name), options, plan);
  if (plan.trials.empty()) {
    throw harness::UsageError("the scenarios that both programs have share no variant and parameter point");
  }
  MeasuredRun measured = comparison_run(options, plan.seed);
  const int first_look = measured.rule.looks.empty() ? plan.launch_pairs : measured.rule.looks.front();
  Budget budget(options.budget, kDefaultBudget, first_look);
  measured.run.notes = std::move(matched.notes);
  measured.run.notes.push_back(
      "Both programs are Tandem workers: their processes take turns, batch by batch, on one CPU.");
  measured.closing_notes = [&budget] { return budget.notes(); };
  for (const auto& trial : plan.trials) {
    measured.trials.push_back(trial.scenario.name + " " + to_string(trial.parameters));
  }
  return measure_and_report(std::move(measured), [&](auto& observer, const auto& decided, const auto& interrupted) {
    const auto stop = [&](const harness::Trial& trial) {
      return decided(trial) || budget.ends(static_cast<int>(trial.launch_pairs.size()));
    };
    return run_suite(plan, observer, stop, interrupted);
  });
}

}  // namespace

int compare_programs(const CompareOptions& options) {
  (void)results::formats::format_named(options.format);
  const auto before = scenarios_of(options.files[0]);
  const auto after = before.empty() ? before : scenarios_of(options.files[1]);
  const bool workers = !before.empty() && !after.empty() && !options.design && !options.exclusive;
  return workers ? compare_workers(options, before, after) : compare_foreign(options);
}

}  // namespace cli
