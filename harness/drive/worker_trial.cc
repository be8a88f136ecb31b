#include "harness/drive/worker_trial.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace harness::drive {
namespace {

using std::chrono::steady_clock;

std::vector<Metric> columns(const Scenario& scenario) {
  std::vector<Metric> metrics{{std::string(kWallTime), "ns"},
                              {std::string(kCpuTime), "ns"},
                              {std::string(kInvoluntarySwitches), "count"},
                              {std::string(kVoluntarySwitches), "count"},
                              {std::string(kMinorFaults), "count"},
                              {std::string(kMajorFaults), "count"}};
  metrics.insert(metrics.end(), scenario.metrics.begin(), scenario.metrics.end());
  return metrics;
}

Trial header_of(const TrialPlan& plan) {
  Trial trial{.scenario = plan.scenario.name,
              .parameters = plan.parameters,
              .unit_of_work = plan.scenario.unit_of_work,
              .threads = plan.scenario.threads,
              .metric = plan.scenario.metric,
              .metrics = columns(plan.scenario),
              .reported = reported_at(plan.scenario, plan.parameters)};
  for (const VariantPlan& variant : plan.variants) {
    const std::string& program = variant.worker.argv.empty() ? std::string() : variant.worker.argv.front();
    trial.variants.push_back(
        {variant.labelled, {.program = program.substr(program.rfind('/') + 1)}, variant.work_factor});
  }
  return trial;
}

// A batch with a known slowdown may be so many times as long as asked for, half a second for one of 5 ms: longer, and a
// launch pair would take many seconds.
constexpr double kLongestStretch = 100;

double value_of(const wire::Sample& sample, std::string_view metric) {
  const auto found = std::ranges::find(sample.values, metric, &std::pair<std::string, double>::first);
  return found == sample.values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

// The wall time that the batch would have had to itself: a single thread that never waited lost the rest to preemption,
// which on a busy machine would make a batch look many times its length.
double undisturbed_time(const wire::Sample& sample, int threads) {
  const double wall_time = value_of(sample, kWallTime);
  const bool waited = !(value_of(sample, kVoluntarySwitches) == 0);  // or does not tell
  return threads > 1 || waited ? wall_time : std::min(wall_time, value_of(sample, kCpuTime));
}

double nanoseconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(steady_clock::now() - start).count();
}

std::chrono::nanoseconds scaled(std::chrono::nanoseconds time, double factor) {
  return std::chrono::round<std::chrono::nanoseconds>(time * factor);
}

std::string hexadecimal(std::uint64_t number) {
  char digits[16];
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number, 16);
  return std::string(std::begin(digits), end);
}

std::string number(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(std::begin(text), std::end(text), value);
  return std::string(std::begin(text), end);
}

}  // namespace

WorkerTrial::WorkerTrial(const SuitePlan& suite, int trial, const Placement& placement, ProgramDigests& digests,
                         const std::atomic<bool>& interrupted)
    : suite_(suite),
      plan_(suite.trials[static_cast<std::size_t>(trial)]),
      trial_(trial),
      placement_(placement),
      digests_(digests),
      interrupted_(interrupted),
      header_(header_of(plan_)) {}

void WorkerTrial::start(int index) {
  if (!plan_.refusal.empty()) throw TrialFailed({.stage = Stage::Verify, .message = plan_.refusal});
  began_ = steady_clock::now();
  current_ = {.index = index, .seed = launch_pair_seed(suite_.seed, trial_, index)};
  with_launch([this] {
    launch_.emplace(plan_, launch_conditions(current_.seed, static_cast<int>(plan_.variants.size())), placement_,
                    Timeouts{.batch = suite_.batch_timeout, .launch = suite_.launch_timeout}, interrupted_);
    if (calibration_) return;
    record_builds();
    calibrate_batches();
  });
}

LaunchPair WorkerTrial::measure() {
  with_launch([this] {
    for (int round = kWarmUpRound; round < calibration_->rounds; ++round) run_round(round, current_);
    launch_->dismiss();
  });
  launch_.reset();
  current_.elapsed_ns = nanoseconds_since(began_);
  return std::move(current_);
}

// No worker outlives a failure: it would stay parked, with its fixture, for the rest of the suite.
template <class Step>
void WorkerTrial::with_launch(const Step& step) {
  try {
    step();
  } catch (...) {
    launch_.reset();
    throw;
  }
}

void WorkerTrial::record_builds() {
  for (std::size_t variant = 0; variant < plan_.variants.size(); ++variant) {
    Build& build = header_.variants[variant].build;
    build = launch_->builds()[variant];
    const std::string& revision = plan_.variants[variant].revision;
    if (!revision.empty()) build.revision = revision;
    build.sha256 = digests_.sha256(find_program(plan_.variants[variant].worker.argv.front()));
  }
}

double WorkerTrial::work_factor(int variant) const {
  return plan_.variants[static_cast<std::size_t>(variant)].work_factor;
}

void WorkerTrial::calibrate_batches() {
  std::vector<double> factors;
  for (const VariantPlan& variant : plan_.variants) factors.push_back(variant.work_factor);
  const CalibrationGoal goal{.batch_time = suite_.batch_time,
                             .launch_pair_time = scaled(suite_.launch_pair_time, plan_.effort),
                             .most_rounds = suite_.most_rounds,
                             .granularity = granularity_for(factors)};
  calibration_ = calibrate(goal, [this](std::uint64_t iterations) { return time_batches(iterations); });
  header_.iterations = calibration_->iterations;
  if (goal.granularity <= 1 ||
      calibration_->batch_time <= kLongestStretch * static_cast<double>(suite_.batch_time.count()))
    return;
  throw TrialFailed({.stage = Stage::Calibrate,
                     .message = "a known slowdown of this size needs " + std::to_string(header_.iterations) +
                                " iterations a batch, and they take " +
                                number(std::round(calibration_->batch_time / 1e6)) +
                                " ms: choose a scenario whose iterations are shorter"});
}

std::vector<double> WorkerTrial::time_batches(std::uint64_t iterations) {
  std::vector<double> times;
  for (std::size_t variant = 0; variant < plan_.variants.size(); ++variant) {
    const wire::Sample sample = run_batch(static_cast<int>(variant), iterations, Stage::Calibrate);
    times.push_back(undisturbed_time(sample, plan_.scenario.threads));
    if (times.back() >= 0) continue;
    throw TrialFailed({.stage = Stage::Calibrate,
                       .variant = plan_.variants[variant].labelled.name,
                       .message = "the worker reports no wall_time, so its batches cannot be calibrated"});
  }
  return times;
}

void WorkerTrial::run_round(int round, LaunchPair& launch_pair) {
  const std::vector<int> slots = slot_order(launch_pair.seed, round, static_cast<int>(plan_.variants.size()));
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const double started = nanoseconds_since(began_);
    const auto iterations = static_cast<double>(header_.iterations) * work_factor(slots[slot]);
    const wire::Sample sample =
        run_batch(slots[slot], static_cast<std::uint64_t>(std::llround(iterations)), Stage::Run);
    Batch batch = batch_of(slots[slot], sample);
    batch.round = round;
    batch.slot = static_cast<int>(slot);
    batch.started_ns = started;
    launch_pair.batches.push_back(std::move(batch));
  }
}

wire::Sample WorkerTrial::run_batch(int variant, std::uint64_t iterations, Stage stage) {
  if (interrupted_) throw Interrupted();
  wire::Sample sample = launch_->run(variant, iterations, stage);
  verify(variant, iterations, sample);
  return sample;
}

// Extra work of a known slowdown is not credited: see VariantPlan::work_factor.
Batch WorkerTrial::batch_of(int variant, const wire::Sample& sample) const {
  const auto nominal = static_cast<double>(header_.iterations);
  const auto done = static_cast<double>(sample.iterations);
  Batch batch{.variant = variant, .iterations = nominal, .items = sample.items};
  if (done != nominal) batch.items = std::round(sample.items / done * nominal);
  for (const Metric& metric : header_.metrics) batch.values.push_back(value_of(sample, metric.name));
  return batch;
}

void WorkerTrial::verify(int variant, std::uint64_t iterations, const wire::Sample& sample) {
  const auto name = [this](int index) { return plan_.variants[static_cast<std::size_t>(index)].labelled.name; };
  const auto fail = [&](std::string message) {
    throw TrialFailed({.stage = Stage::Verify, .variant = name(variant), .message = std::move(message)});
  };
  if (sample.iterations != iterations) {
    fail("asked for " + std::to_string(iterations) + " iterations, '" + name(variant) + "' did " +
         std::to_string(sample.iterations));
  }
  const Answer& expected =
      answers_.try_emplace(iterations, Answer{variant, sample.items, sample.checksum}).first->second;
  const std::string of = " for " + std::to_string(iterations) + " iterations";
  const std::string other = expected.variant == variant ? "earlier" : "'" + name(expected.variant) + "'";
  if (sample.checksum != expected.checksum) {
    fail("'" + name(variant) + "' answered checksum " + hexadecimal(sample.checksum) + of + ", " + other + " " +
         hexadecimal(expected.checksum) + ": they do not do the same work");
  }
  if (sample.items != expected.items) {
    fail("'" + name(variant) + "' did " + number(sample.items) + " units of work" + of + ", " + other + " " +
         number(expected.items) + ": they do not do the same work");
  }
}

}  // namespace harness::drive
