// Measures one trial, one launch pair at a time.
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
#include "harness/model/trial.h"

namespace harness::drive {

class TrialRunner {
 public:
  // All references must outlive the runner.
  TrialRunner(const SuitePlan& suite, int trial, const Placement& placement, const std::atomic<bool>& interrupted);

  // Everything about the trial but its launch pairs; builds and iterations are known after start_launch_pair().
  [[nodiscard]] const Trial& header() const { return header_; }

  // Measures launch pair number `index`: first `start`s the workers, calibrating in the first one; then runs the
  // rounds. Both throw TrialFailed and Interrupted.
  void start(int index, ProgramDigests& digests);
  LaunchPair measure();

 private:
  void record_builds(ProgramDigests& digests);
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
