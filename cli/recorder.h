// Saves each launch pair the moment it is measured, so that whatever ends the run, what was measured is kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "harness/drive/observer.h"
#include "harness/model/run.h"
#include "results/store/store.h"

namespace cli {

// How a trial stands in the run's plan.
struct RecordedTrial {
  std::string name;  // for the progress line
  int position = 0;  // in the run's report
  results::store::Purpose purpose = results::store::Purpose::Change;
  std::optional<results::store::TrialId> screening;  // which made a suspect of it: it is measured again
};

class Recorder : public harness::drive::Observer {
 public:
  // All references must outlive the recorder. `trials` in the order of the drive's plan.
  Recorder(harness::Run& run, std::vector<RecordedTrial> trials, int launch_pairs, results::store::Store& store,
           Progress& progress);

  void trial_started(int trial, const harness::Trial& header) override;
  void launch_pair_done(int trial, const harness::LaunchPair& launch_pair) override;
  void trial_failed(int trial, const harness::Failure& failure) override;
  void trial_done(int trial) override;

  // The stored trial; one that never came to its turn is stored now, so that nothing of it is lost.
  results::store::TrialId id(int trial, const harness::Trial& measured);

 private:
  struct Recorded {
    RecordedTrial trial;
    std::optional<results::store::TrialId> id;
    harness::Trial header;  // without launch pairs
    int launch_pairs = 0;
  };

  Recorded& at(int trial) { return trials_[static_cast<std::size_t>(trial)]; }

  harness::Run& run_;
  std::vector<Recorded> trials_;
  int launch_pairs_;  // the most per trial
  results::store::Store& store_;
  Progress& progress_;
};

}  // namespace cli
