#include "results/store/rows.h"

#include <utility>

#include "results/store/batches.h"
#include "results/store/json_columns.h"
#include "results/store/process.h"

namespace results::store {
namespace {

using harness::Comparison;
using harness::Run;
using harness::RunState;
using harness::Trial;

RunState state_now(RunState stored, std::string_view process) {
  return stored == RunState::Running && is_gone(process) ? RunState::Interrupted : stored;
}

harness::Build read_build(Columns& columns) {
  return {columns.text(), columns.text(), columns.text(), columns.text(), columns.text(), columns.text()};
}

harness::Metric read_metric(Columns& columns) {
  return {columns.text(), columns.text(), harness::direction_from_string(columns.view())};
}

std::optional<harness::Speedup> read_speedup(Columns& columns) {
  const auto ratio = columns.maybe_real();
  const auto low = columns.maybe_real();
  const auto high = columns.maybe_real();
  if (!ratio) return std::nullopt;
  harness::Speedup speedup{*ratio, {}};
  if (low && high) speedup.interval = harness::Interval{*low, *high};
  return speedup;
}

}  // namespace

constexpr std::string_view kRunColumns =
    "run.id, run.kind, run.state, run.process, run.started_at, run.finished_at, run.seed, run.preset, "
    "run.harness_version, run.command_line, run.rule, run.batch_seconds, run.elapsed_seconds, run.notes, run.settings";

Run read_run(Columns& columns) {
  Run run;
  run.id = columns.text();
  run.kind = harness::run_kind_from_string(columns.view());
  const RunState stored = harness::run_state_from_string(columns.view());
  run.state = state_now(stored, columns.view());
  run.started_at = columns.text();
  run.finished_at = columns.text();
  run.seed = columns.bits();
  run.preset = columns.text();
  run.harness_version = columns.text();
  run.command_line = columns.text();
  run.rule = columns.text();
  run.batch_seconds = columns.real();
  run.elapsed_seconds = columns.real();
  run.notes = decode_texts(columns.view());
  run.settings = columns.text();
  return run;
}

constexpr std::string_view kMachineColumns =
    "machine.fingerprint, machine.cpu_model, machine.cores, machine.memory_bytes, machine.kernel, machine.hypervisor, "
    "machine.clock_source, machine.governor, run.machine_notes";

harness::Machine read_machine(Columns& columns) {
  return {columns.text(), columns.text(), columns.small(),
          columns.bits(), columns.text(), columns.text(),
          columns.text(), columns.text(), decode_texts(columns.view())};
}

constexpr std::string_view kComparisonColumns =
    "scenario.name, scenario.parameter_values, "
    "comparison.before_variant, comparison.before_role, before_build.program, before_build.revision, "
    "before_build.compiler, before_build.flags, before_build.allocator, before_build.sha256, "
    "comparison.after_variant, comparison.after_role, after_build.program, after_build.revision, "
    "after_build.compiler, after_build.flags, after_build.allocator, after_build.sha256, "
    "comparison.verdict, comparison.rule, comparison.unit_of_work, "
    "comparison.metric_name, comparison.metric_unit, comparison.metric_direction, comparison.launch_pairs, "
    "comparison.before_median, comparison.after_median, comparison.before_mean, comparison.after_mean, "
    "comparison.median_speedup, comparison.median_speedup_low, comparison.median_speedup_high, "
    "comparison.mean_speedup, comparison.mean_speedup_low, comparison.mean_speedup_high, "
    "comparison.decision_speedup, comparison.decision_speedup_low, comparison.decision_speedup_high, "
    "comparison.confidence, comparison.tolerance, comparison.noise_floor, comparison.minimum_detectable_effect, "
    "comparison.launch_pairs_needed, comparison.details";

constexpr std::string_view kComparisonTables =
    " FROM comparison JOIN scenario ON scenario.id = comparison.scenario "
    "JOIN build AS before_build ON before_build.id = comparison.before_build "
    "JOIN build AS after_build ON after_build.id = comparison.after_build ";

Comparison read_comparison(Columns& columns) {
  Comparison comparison;
  comparison.scenario = columns.text();
  comparison.parameters = decode_parameters(columns.view());
  comparison.before = read_variant(columns);
  comparison.after = read_variant(columns);
  comparison.verdict = harness::verdict_from_string(columns.view());
  comparison.rule = columns.text();
  comparison.unit_of_work = columns.text();
  comparison.metric = read_metric(columns);
  comparison.launch_pairs = columns.small();
  comparison.before_median = columns.maybe_real();
  comparison.after_median = columns.maybe_real();
  comparison.before_mean = columns.maybe_real();
  comparison.after_mean = columns.maybe_real();
  comparison.median = read_speedup(columns);
  comparison.mean = read_speedup(columns);
  comparison.decision = read_speedup(columns);
  comparison.confidence = columns.real();
  comparison.tolerance = columns.real();
  comparison.noise_floor = columns.maybe_real();
  comparison.minimum_detectable_effect = columns.maybe_real();
  comparison.launch_pairs_needed = columns.maybe_small();
  decode_details(columns.view(), comparison);
  return comparison;
}

constexpr std::string_view kTrialColumns =
    "scenario.name, scenario.parameter_values, trial.unit_of_work, trial.threads, trial.metric, "
    "trial.metrics, trial.iterations, trial.reported";

Trial read_trial(Columns& columns) {
  Trial trial;
  trial.scenario = columns.text();
  trial.parameters = decode_parameters(columns.view());
  trial.unit_of_work = columns.text();
  trial.threads = columns.small();
  trial.metric = columns.text();
  trial.metrics = decode_metrics(columns.view());
  trial.iterations = columns.bits();
  if (const std::string_view reported = columns.view(); !reported.empty()) trial.reported = decode_reported(reported);
  return trial;
}

std::string_view purpose_text(Purpose purpose) {
  switch (purpose) {
    case Purpose::Change:
      return "change";
    case Purpose::Canary:
      return "canary";
    case Purpose::Screening:
      break;
  }
  return "screening";
}

constexpr std::string_view kNoiseFloorColumns =
    "noise_floor.machine, scenario.name, scenario.parameter_values, noise_floor.value, noise_floor.runs, "
    "noise_floor.made_at";

NoiseFloor read_noise_floor(Columns& columns) {
  return {columns.text(), columns.text(),  decode_parameters(columns.view()),
          columns.real(), columns.small(), columns.text()};
}

constexpr std::string_view kVariantColumns =
    "trial_variant.name, trial_variant.role, build.program, build.revision, build.compiler, build.flags, "
    "build.allocator, build.sha256";

harness::TrialVariant read_variant(Columns& columns) {
  std::string name = columns.text();
  const harness::Role role = harness::role_from_string(columns.view());
  return {{std::move(name), role}, read_build(columns)};
}

constexpr std::string_view kLaunchPairColumns =
    "launch_pair.pair_index, launch_pair.seed, launch_pair.elapsed_ns, launch_pair.batches";

harness::LaunchPair read_launch_pair(Columns& columns, std::size_t metrics) {
  harness::LaunchPair launch_pair;
  launch_pair.index = columns.small();
  launch_pair.seed = columns.bits();
  launch_pair.elapsed_ns = columns.real();
  launch_pair.batches = unpack_batches(columns.blob(), metrics);
  return launch_pair;
}

constexpr std::string_view kFailureColumns = "failure.stage, failure.variant, failure.message, failure.stderr_tail";

harness::Failure read_failure(Columns& columns) {
  return {harness::stage_from_string(columns.view()), columns.text(), columns.text(), columns.text()};
}

}  // namespace results::store
