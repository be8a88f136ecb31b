#include "cli/measured_suite.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <optional>
#include <utility>

#include "cli/interruption.h"
#include "cli/machine_rules.h"
#include "cli/recorder.h"
#include "cli/run_record.h"
#include "harness/drive/machine_probe.h"
#include "harness/drive/suite.h"
#include "harness/drive/trial_runner.h"
#include "harness/stats/run_verdicts.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

using harness::Trial;
using harness::drive::SuiteCanaries;
using harness::drive::SuitePlan;
using harness::drive::TrialPlan;
using harness::stats::ChangeTrial;
using harness::stats::Evidence;
using harness::stats::RuledTrial;
using harness::stats::RunVerdicts;
using results::store::Purpose;
using results::store::Store;
using results::store::TrialId;

// The launch pairs that confirm must not repeat the orders and paddings of those that screened.
constexpr std::uint64_t kConfirmationSeed = 0x9E3779B97F4A7C15;

std::string name_of(const TrialPlan& trial) { return trial.scenario.name + " " + to_string(trial.parameters); }

// Checks of the experiment: they need no confirmation.
bool is_control(const Trial& trial) {
  return std::all_of(trial.variants.begin() + 1, trial.variants.end(),
                     [](const auto& variant) { return variant.variant.role == harness::Role::Control; });
}

// A trial as measured, and where it is stored.
struct Stored {
  TrialId id = 0;
  Trial trial;
};

// What one stage measures: trials of the run's plan, and canaries after them.
struct Stage {
  SuitePlan plan;
  std::vector<RecordedTrial> recorded;  // aligned with the plan's trials
};

void add_canaries(Stage& stage, const SuiteCanaries& canaries, int position) {
  for (const TrialPlan& canary : canaries.trials()) {
    stage.plan.trials.push_back(canary);
    stage.recorded.push_back(
        {.name = name_of(canary) + " (canary)", .position = position++, .purpose = Purpose::Canary});
  }
}

class SuiteMeasurement {
 public:
  SuiteMeasurement(MeasuredSuite suite, Store& store)
      : suite_(std::move(suite)),
        store_(store),
        interrupted_(watch_for_interruption()),
        report_{.run = suite_.run, .machine = harness::drive::probe_machine()},
        rules_(suite_.rule, store.noise_floors(report_.machine.fingerprint), suite_.tolerances) {
    if (suite_.plan.trials.size() < 2) suite_.stages = Stages::One;
    report_.run.rule = to_string(harness::stats::SuiteRule{suite_.rule, suite_.stages});
  }

  harness::Report measure() {
    const auto started = std::chrono::steady_clock::now();
    store_.begin_run(report_.run, report_.machine);
    try {
      const SuiteCanaries canaries(suite_.plan, suite_.canaries, interrupted_);
      if (!canaries.lack().empty()) report_.run.notes.push_back(canaries.lack());
      measure_changes(canaries);
      if (suite_.stages == Stages::ScreenAndConfirm) confirm_suspects(canaries);
    } catch (const harness::drive::Interrupted&) {
      stopped_ = true;
    }
    judge();
    finish_run_record(report_.run, stopped_ ? harness::RunState::Interrupted : harness::RunState::Done, started);
    store_.finish_run(report_.run);
    return std::move(report_);
  }

 private:
  void measure_changes(const SuiteCanaries& canaries) {
    const bool screening = suite_.stages == Stages::ScreenAndConfirm;
    Stage stage{.plan = suite_.plan};
    for (const TrialPlan& trial : suite_.plan.trials) {
      stage.recorded.push_back({.name = name_of(trial), .position = static_cast<int>(stage.recorded.size())});
    }
    add_canaries(stage, canaries, static_cast<int>(suite_.plan.trials.size()));
    const auto over = [&](const Trial& trial) {
      const auto rule = rules_.rule_of(trial);
      return screening && !is_control(trial) ? screened(trial, rule) : decided(trial, rule);
    };
    measured_ = split(run(stage, over));
    fresh_.resize(measured_.size());
  }

  void confirm_suspects(const SuiteCanaries& canaries) {
    if (stopped_) return;
    Stage stage{.plan = suite_.plan};
    stage.plan.seed ^= kConfirmationSeed;
    stage.plan.trials.clear();
    std::vector<std::size_t> suspects;
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      if (!is_suspect(measured_[i].trial, rules_.rule_of(measured_[i].trial))) continue;
      suspects.push_back(i);
      stage.plan.trials.push_back(suite_.plan.trials[i]);
      stage.recorded.push_back({.name = name_of(suite_.plan.trials[i]) + " (confirming)",
                                .position = static_cast<int>(i),
                                .screening = measured_[i].id});
    }
    report_.run.notes.push_back("screened " + std::to_string(measured_.size()) + " trials; what looked different in " +
                                std::to_string(suspects.size()) + " of them was measured again on fresh launch pairs");
    if (suspects.empty()) return;
    add_canaries(stage, canaries, static_cast<int>(measured_.size() + canaries_.size()));
    const auto over = [&](const Trial& trial) {
      const auto rule = rules_.rule_of(trial);
      return decided(trial, is_control(trial) ? rule : confirmation_rule(rule, suspects.size()));
    };
    std::vector<Stored> confirmed = split(run(stage, over));
    for (std::size_t i = 0; i < suspects.size(); ++i) fresh_[suspects[i]] = std::move(confirmed[i]);
  }

  // In the order of the stage's plan.
  std::vector<std::pair<Purpose, Stored>> run(const Stage& stage, const harness::drive::StopRule& over) {
    Progress progress(static_cast<int>(stage.plan.trials.size()) * stage.plan.launch_pairs, suite_.progress);
    Recorder recorder(report_.run, stage.recorded, stage.plan.launch_pairs, store_, progress);
    auto result = run_suite(stage.plan, recorder, over, interrupted_);
    stopped_ = stopped_ || result.interrupted;
    std::vector<std::pair<Purpose, Stored>> stored;
    for (std::size_t i = 0; i < result.trials.size(); ++i) {
      const TrialId id = recorder.id(static_cast<int>(i), result.trials[i]);
      stored.push_back({stage.recorded[i].purpose, {id, std::move(result.trials[i])}});
    }
    return stored;
  }

  // Keeps the canaries, returns the changes.
  std::vector<Stored> split(std::vector<std::pair<Purpose, Stored>> trials) {
    std::vector<Stored> changes;
    for (auto& [purpose, stored] : trials) {
      (purpose == Purpose::Canary ? canaries_ : changes).push_back(std::move(stored));
    }
    return changes;
  }

  [[nodiscard]] RuledTrial ruled(const Stored& stored) const { return {stored.trial, rules_.rule_of(stored.trial)}; }

  [[nodiscard]] ChangeTrial change(std::size_t i) const {
    if (fresh_[i]) return confirmed_or_screened(ruled(measured_[i]), ruled(*fresh_[i]));
    const bool screening = suite_.stages == Stages::ScreenAndConfirm;
    return {ruled(measured_[i]), screening ? Evidence::Screened : Evidence::Whole};
  }

  void judge() {
    std::vector<ChangeTrial> changes;
    for (std::size_t i = 0; i < measured_.size(); ++i) changes.push_back(change(i));
    std::vector<RuledTrial> canaries;
    for (const Stored& canary : canaries_) canaries.push_back(ruled(canary));
    const RunVerdicts verdicts = judge_run(changes, canaries);
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      save(fresh_[i] ? fresh_[i]->id : measured_[i].id, verdicts.changes[i], report_.comparisons);
    }
    for (std::size_t i = 0; i < canaries_.size(); ++i) save(canaries_[i].id, verdicts.canaries[i], report_.canaries);
  }

  void save(TrialId trial, const std::vector<harness::Comparison>& judged, std::vector<harness::Comparison>& all) {
    store_.save_comparisons(report_.run.id, trial, judged);
    all.insert(all.end(), judged.begin(), judged.end());
  }

  MeasuredSuite suite_;
  Store& store_;
  const std::atomic<bool>& interrupted_;
  harness::Report report_;
  MachineRules rules_;
  bool stopped_ = false;
  std::vector<Stored> measured_;              // in the plan's order
  std::vector<std::optional<Stored>> fresh_;  // aligned: of suspects, the trial that confirms
  std::vector<Stored> canaries_;
};

}  // namespace

harness::Report measure_suite(MeasuredSuite suite, Store& store) {
  return SuiteMeasurement(std::move(suite), store).measure();
}

int measure_suite_and_report(MeasuredSuite suite, const ReportTarget& target) {
  const auto& format = results::formats::format_named(target.format);
  Store store = Store::open(target.store, results::store::Access::ReadWrite);
  const auto report = measure_suite(std::move(suite), store);
  std::cout << format.write(report) << std::flush;
  return exit_status(report, target.fail_on);
}

}  // namespace cli
