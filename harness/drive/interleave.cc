#include "harness/drive/interleave.h"

#include <utility>

#include "harness/drive/schedule.h"

namespace harness::drive {
namespace {

// One trial on its way.
class Progress {
 public:
  Progress(int trial, TrialRunner& runner, Observer& observer)
      : trial_(trial), runner_(runner), observer_(observer), measured_(runner.header()) {}

  [[nodiscard]] bool finished() const { return finished_; }
  [[nodiscard]] Trial take() { return std::move(measured_); }

  void run_launch_pair(int index, int most, const StopRule& stop) {
    if (index > 0 && stop(measured_)) return finish();
    try {
      runner_.start(index);
      announce();
      measured_.launch_pairs.push_back(runner_.measure());
    } catch (const TrialFailed& trouble) {
      fail(trouble.failure());
      return;
    }
    observer_.launch_pair_done(trial_, measured_.launch_pairs.back());
    if (index + 1 >= most || stop(measured_)) finish();
  }

 private:
  void announce() {
    if (announced_) return;
    announced_ = true;
    measured_ = runner_.header();
    observer_.trial_started(trial_, measured_);
  }

  void finish() {
    finished_ = true;
    observer_.trial_done(trial_);
  }

  void fail(const Failure& failure) {
    announce();
    finished_ = true;
    measured_.failure = failure;
    observer_.trial_failed(trial_, failure);
  }

  int trial_;
  TrialRunner& runner_;
  Observer& observer_;
  Trial measured_;
  bool announced_ = false;
  bool finished_ = false;
};

void run_all(std::vector<Progress>& trials, const InterleavePlan& plan, const StopRule& stop) {
  for (int index = 0; index < plan.launch_pairs; ++index) {
    for (const int trial : trial_order(plan.seed, index, static_cast<int>(trials.size()))) {
      Progress& progress = trials[static_cast<std::size_t>(trial)];
      if (!progress.finished()) progress.run_launch_pair(index, plan.launch_pairs, stop);
    }
  }
}

}  // namespace

SuiteResult run_interleaved(const std::vector<std::unique_ptr<TrialRunner>>& trials, const InterleavePlan& plan,
                            Observer& observer, const StopRule& stop) {
  std::vector<Progress> progress;
  for (const auto& trial : trials) progress.emplace_back(static_cast<int>(progress.size()), *trial, observer);
  SuiteResult result;
  try {
    run_all(progress, plan, stop);
  } catch (const Interrupted&) {
    result.interrupted = true;
  }
  for (Progress& trial : progress) result.trials.push_back(trial.take());
  return result;
}

}  // namespace harness::drive
