// Measures a trial of workers: fresh workers for every launch pair, taking turns batch by batch.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/drive/calibration.h"
#include "harness/drive/launch.h"
#include "harness/drive/placement.h"
#include "harness/drive/plan.h"
#include "harness/drive/program_file.h"
#include "harness/drive/trial_runner.h"
#include "harness/model/trial.h"

namespace harness::drive {

class WorkerTrial : public TrialRunner {
 public:
  // All references must outlive the trial.
  WorkerTrial(const SuitePlan& suite, int trial, const Placement& placement, ProgramDigests& digests,
              const std::atomic<bool>& interrupted);

  [[nodiscard]] const Trial& header() const override { return header_; }
  void start(int index) override;  // calibrates in the first launch pair
  LaunchPair measure() override;

 private:
  template <class Step>
  void with_launch(const Step& step);
  void record_builds();
  void calibrate_batches();
  std::vector<double> time_batches(std::uint64_t iterations);
  void run_round(int round, LaunchPair& launch_pair);
  wire::Sample run_batch(int variant, std::uint64_t iterations, Stage stage);
  Batch batch_of(int variant, const wire::Sample& sample) const;
  [[nodiscard]] double work_factor(int variant) const;
  void verify(int variant, std::uint64_t iterations, const wire::Sample& sample);

  const SuitePlan& suite_;
  const TrialPlan& plan_;
  int trial_;
  const Placement& placement_;
  ProgramDigests& digests_;
  const std::atomic<bool>& interrupted_;
  Trial header_;
  std::optional<Calibration> calibration_;
  std::optional<Launch> launch_;
  LaunchPair current_;
  std::chrono::steady_clock::time_point began_;
  struct Answer {
    int variant;
    double items;
    std::uint64_t checksum;
  };
  std::map<std::uint64_t, Answer> answers_;  // the first to each number of iterations; all later ones must be the same
};

}  // namespace harness::drive
