#include "harness/drive/command_trial.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <sstream>

#include "harness/drive/benchmark_program.h"
#include "harness/drive/command_values.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr milliseconds kInterruptGrain{200};  // how late an interrupt is seen
constexpr int kTailLines = 20;                // of error output, in a failure
constexpr int kEveryLine = std::numeric_limits<int>::max();

std::vector<Metric> columns(const CommandTrialPlan& plan) {
  std::vector<Metric> metrics =
      plan.benchmark.empty() ? command_metrics(plan.design) : benchmark_metrics(plan.design);
  for (const PrintedMetric& printed : plan.printed) metrics.push_back(printed.metric);
  return metrics;
}

Trial header_of(const CommandTrialPlan& plan) {
  Trial trial{.scenario = plan.name,
              .parameters = plan.parameters,
              .unit_of_work = plan.benchmark.empty() ? "" : std::string(kIteration),
              .threads = plan.threads,
              .metric = plan.metric,
              .metrics = columns(plan),
              .iterations = 1};
  trial.parameters.add(std::string(kDesign), std::string(to_string(plan.design)));
  for (const CommandVariant& variant : plan.variants) {
    const std::string& program = variant.argv.front();
    trial.variants.push_back({variant.labelled, {.program = program.substr(program.rfind('/') + 1)}});
  }
  return trial;
}

std::size_t argument_bytes(const CommandVariant& variant) {
  std::size_t bytes = 0;
  for (const std::string& argument : variant.argv) bytes += argument.size() + 1;
  return bytes;
}

double nanoseconds_between(steady_clock::time_point start, steady_clock::time_point end) {
  return std::chrono::duration<double, std::nano>(end - start).count();
}

bool all_ended(std::span<const CommandRun> runs) {
  return std::ranges::all_of(runs, [](const CommandRun& run) { return run.end().has_value(); });
}

// The value of the text's only number, or NaN.
double number_of(const std::string& text) {
  double value = kNan;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : kNan;
}

}  // namespace

std::regex compiled(const PrintedMetric& printed) {
  try {
    std::regex pattern(printed.pattern, std::regex::ECMAScript | std::regex::optimize);
    if (pattern.mark_count() == 1) return pattern;
  } catch (const std::regex_error&) {
    // Said below, like a wrong number of groups.
  }
  throw UsageError("'" + printed.pattern + "', the pattern of metric '" + printed.metric.name +
                   "', is not a regular expression with exactly one group in parentheses");
}

CommandTrial::CommandTrial(const CommandSuitePlan& suite, int trial, const Placement& placement,
                           ProgramDigests& digests, const std::atomic<bool>& interrupted)
    : suite_(suite),
      plan_(suite.trials[static_cast<std::size_t>(trial)]),
      trial_(trial),
      placement_(placement),
      digests_(digests),
      interrupted_(interrupted),
      header_(header_of(plan_)) {
  for (const PrintedMetric& printed : plan_.printed) patterns_.push_back(compiled(printed));
}

void CommandTrial::start(int index) {
  if (plan_.failure) throw TrialFailed(*plan_.failure);
  if (programs_.empty()) {
    find_programs();
    for (int round = 0; round < suite_.warm_up; ++round) {
      LaunchPair unkept{.seed = launch_pair_seed(suite_.seed, trial_, kWarmUpRound - round)};
      run_all(slot_order(unkept.seed, kWarmUpRound, static_cast<int>(plan_.variants.size())), unkept);
    }
  }
  current_ = {.index = index, .seed = launch_pair_seed(suite_.seed, trial_, index)};
}

LaunchPair CommandTrial::measure() {
  began_ = steady_clock::now();
  run_all(run_order(suite_.seed, trial_, current_.index, static_cast<int>(plan_.variants.size())), current_);
  current_.elapsed_ns = nanoseconds_between(began_, steady_clock::now());
  return std::move(current_);
}

void CommandTrial::find_programs() {
  std::size_t longest_path = 0, longest_arguments = 0;
  for (const CommandVariant& variant : plan_.variants) {
    const auto index = static_cast<int>(programs_.size());
    try {
      programs_.push_back(find_program(variant.argv.front()));
      header_.variants[static_cast<std::size_t>(index)].build.sha256 = digests_.sha256(programs_.back());
    } catch (const Error& error) {
      programs_.clear();
      fail(Stage::Launch, index, error.what(), "");
    }
    longest_path = std::max(longest_path, programs_.back().size());
    longest_arguments = std::max(longest_arguments, argument_bytes(variant));
  }
  for (std::string& program : programs_) program = lengthened_path(program, longest_path);
  for (const CommandVariant& variant : plan_.variants) {
    argument_padding_.push_back(longest_arguments - argument_bytes(variant));
  }
  environment_ = inherited_environment();
}

void CommandTrial::run_all(const std::vector<int>& order, LaunchPair& launch_pair) {
  if (plan_.design == CommandDesign::Duet) return run_together(order, 0, launch_pair);
  for (std::size_t slot = 0; slot < order.size(); ++slot) {
    run_together(std::span(order).subspan(slot, 1), static_cast<int>(slot), launch_pair);
  }
}

void CommandTrial::run_together(std::span<const int> variants, int first_slot, LaunchPair& launch_pair) {
  for (const int variant : variants) prepare(variant);
  if (interrupted_) throw Interrupted();
  const LaunchConditions conditions = launch_conditions(launch_pair.seed, static_cast<int>(plan_.variants.size()));
  std::vector<CommandRun> runs;
  std::vector<double> started;
  for (const int variant : variants) {
    started.push_back(nanoseconds_between(began_, steady_clock::now()));
    runs.push_back(begin(variant, conditions));
  }
  await(runs, variants);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    check_end(variants[i], runs[i]);
    Batch batch{.variant = variants[i],
                .round = 0,
                .slot = first_slot + static_cast<int>(i),
                .started_ns = started[i],
                .iterations = 1,
                .items = 1};
    take_values(runs[i], batch);
    launch_pair.batches.push_back(std::move(batch));
  }
}

void CommandTrial::prepare(int variant) {
  const std::string& line = plan_.variants[static_cast<std::size_t>(variant)].prepare;
  if (line.empty()) return;
  if (interrupted_) throw Interrupted();
  std::vector<CommandRun> runs;
  runs.emplace_back(ChildStart{.program = find_program("sh"),
                               .argv = shell_command(line),
                               .environment = environment_,
                               .cpus = placement_.multi_threaded},
                    Output::Discarded);
  await(runs, std::span(&variant, 1));
  const CommandRun& run = runs.front();
  if (run.end()->status == 0) return;
  fail(Stage::Launch, variant, "the preparation '" + line + "' " + describe_end(run.end()->status),
       run.standard_error().last_lines(kTailLines));
}

CommandRun CommandTrial::begin(int variant, const LaunchConditions& conditions) {
  const auto index = static_cast<std::size_t>(variant);
  ChildStart start{.program = programs_[index],
                   .argv = plan_.variants[index].argv,
                   .environment = environment_,
                   .cpus = plan_.threads > 1 ? placement_.multi_threaded : placement_.single_threaded};
  start.environment.push_back(padding_variable(conditions.environment_padding + argument_padding_[index]));
  try {
    return {std::move(start), plan_.printed.empty() ? Output::Discarded : Output::Kept};
  } catch (const Error& error) {
    fail(Stage::Launch, variant, error.what(), "");
  }
}

void CommandTrial::await(std::span<CommandRun> runs, std::span<const int> variants) {
  const auto deadline = steady_clock::now() + suite_.run_timeout;
  while (!all_ended(runs)) {
    if (interrupted_) throw Interrupted();
    const nanoseconds left = deadline - steady_clock::now();
    if (left <= nanoseconds(0)) break;
    wait_for(runs, std::min<nanoseconds>(left, kInterruptGrain));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].end()) continue;
    fail(Stage::Run, variants[i], "had not ended after " + seconds_text(suite_.run_timeout) + " and was ended",
         runs[i].standard_error().last_lines(kTailLines));
  }
}

void CommandTrial::check_end(int variant, const CommandRun& run) {
  const int status = run.end()->status;
  if (status != 0 && plan_.exit_status == ExitStatusRule::MustBeZero) {
    fail(Stage::Run, variant, describe_end(status), run.standard_error().last_lines(kTailLines));
  }
  // The first run sets what all others must do.
  if (!first_end_) first_end_ = {variant, status};
  const auto& [first_variant, expected] = *first_end_;
  if (status == expected) return;
  fail(Stage::Verify, variant,
       describe_end(status) + " where '" + plan_.variants[static_cast<std::size_t>(first_variant)].labelled.name +
           "' " + describe_end(expected) + ": they did different work",
       run.standard_error().last_lines(kTailLines));
}

// Aligned with columns().
void CommandTrial::take_values(const CommandRun& run, Batch& batch) {
  if (plan_.benchmark.empty()) {
    batch.values = command_values(plan_.design, run);
    if (plan_.metric == kMaxRss && std::isnan(batch.values.back())) {
      fail(Stage::Verify, batch.variant,
           "needed less memory than the program that measures it, and the kernel tells no peak below that one's", "");
    }
  } else {
    take_benchmark(run, batch);
  }
  for (std::size_t metric = 0; metric < plan_.printed.size(); ++metric) {
    batch.values.push_back(printed_value(batch.variant, metric, run));
  }
}

void CommandTrial::take_benchmark(const CommandRun& run, Batch& batch) {
  const CommandVariant& variant = plan_.variants[static_cast<std::size_t>(batch.variant)];
  try {
    const BenchmarkResult result = read_benchmark_output(variant.benchmark_output, plan_.benchmark);
    batch.iterations = batch.items = result.iterations;
    batch.values = benchmark_values(plan_.design, result, run);
    if (!first_result_) first_result_ = {batch.variant, result};
    check_same_work(first_result_->second, result);
  } catch (const Error& error) {
    fail(Stage::Verify, batch.variant, error.what(), run.standard_error().last_lines(kTailLines));
  }
}

double CommandTrial::printed_value(int variant, std::size_t metric, const CommandRun& run) const {
  std::istringstream lines(run.standard_output().last_lines(kEveryLine));
  double value = kNan;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, patterns_[metric])) value = number_of(match[1]);
  }
  if (std::isfinite(value)) return value;
  const PrintedMetric& printed = plan_.printed[metric];
  fail(Stage::Verify, variant,
       "printed no number for metric '" + printed.metric.name + "': no line matches '" + printed.pattern + "'",
       run.standard_error().last_lines(kTailLines));
}

void CommandTrial::fail(Stage stage, int variant, const std::string& message, const std::string& stderr_tail) const {
  const std::string& name = plan_.variants[static_cast<std::size_t>(variant)].labelled.name;
  throw TrialFailed({.stage = stage,
                     .variant = name,
                     .message = stage == Stage::Launch ? message : "'" + name + "' " + message,
                     .stderr_tail = stderr_tail});
}

}  // namespace harness::drive
