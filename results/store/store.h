// The memory of the project: every run, trial, launch pair and comparison. The only folder with SQL in it.
// Facts are rows; raw batches are packed doubles, one blob per launch pair; comparisons are kept as judged.
//
// Threads: one Store per thread. Any number of readers beside one writer (WAL).
// Errors: harness::Error with one sentence that names the store. What was saved before an error stays saved.
// Text is kept as UTF-8: what is none comes back with U+FFFD in its place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/machine.h"
#include "harness/model/report.h"
#include "harness/model/run.h"
#include "harness/model/trial.h"
#include "results/store/access.h"

namespace results::store {

class Db;

using TrialId = std::int64_t;

struct RunOverview {
  harness::Run run;
  int trials = 0;
  int improved = 0, regressed = 0, unchanged = 0, undecided = 0, mixed = 0, invalid = 0;
};

// One comparison with the run that it belongs to, for the history of a scenario.
struct HistoryPoint {
  std::string run_id;
  std::string started_at;
  std::string revision;            // of the after variant's build
  std::string machine;             // fingerprint
  harness::Comparison comparison;  // without estimates
};

struct HistoryQuery {
  std::string scenario;
  std::string parameters;  // as harness::to_string(Parameters)
  std::string before;      // variant names
  std::string after;
  int limit = 200;  // newest first are kept; returned oldest first
};

// What a trial is for: to judge a change, or to check the measurement itself (a program against its own copy, a program
// slowed by a known amount). Canaries stand beside a run's comparisons, never among them. A screening found that a
// change needs another look, and is judged by the fresh launch pairs of the trial of that change alone.
enum class Purpose { Change, Canary, Screening };

// The change, as a fraction, that A/A pairs of a scenario stay within on one machine.
struct NoiseFloor {
  std::string machine;  // fingerprint
  std::string scenario;
  harness::Parameters parameters;
  double value = 0;
  int runs = 0;         // A/A pairs it was learned from
  std::string made_at;  // RFC 3339, UTC

  bool operator==(const NoiseFloor&) const = default;
};

// A revision that later ones are compared with, by name.
struct Baseline {
  std::string name;      // "release"
  std::string revision;  // the whole commit hash
  std::string subject;   // first line of its message
  std::string why;       // in the words of whoever set it
  std::string set_at;    // RFC 3339, UTC

  bool operator==(const Baseline&) const = default;
};

class Store {
 public:
  // `url`: a path (or sqlite:PATH). ReadWrite creates the file and its folder, and brings an older schema up to date.
  // ReadOnly works beside a writer and on a medium that cannot be written. Throws Error if there is no store, or what
  // is there is no store, is newer than this program, or cannot be opened.
  static Store open(const std::string& url, Access access);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // Writing. Each call is one transaction; what it returned from outlives this process, however that ends.
  void begin_run(const harness::Run& run, const harness::Machine& machine);
  void finish_run(const harness::Run& run);  // state, finished_at, seconds, notes
  // `position`: the trial's place in the run's plan, from 0: reports list trials in this order, whichever began first.
  TrialId begin_trial(const std::string& run_id, const harness::Trial& header, int position = 0,
                      Purpose purpose = Purpose::Change);
  // The trial of a change on fresh launch pairs; from now on the one that made it a suspect is its screening.
  TrialId begin_confirmation(const std::string& run_id, const harness::Trial& header, int position, TrialId screening);
  void save_launch_pair(TrialId trial, const harness::LaunchPair& launch_pair);
  void save_failure(TrialId trial, const harness::Failure& failure);
  // In place of the trial's earlier ones, if it had any. The variants' builds and names are kept as the comparisons
  // say.
  void save_comparisons(const std::string& run_id, TrialId trial, const std::vector<harness::Comparison>& comparisons);

  // A file's results, whole or not at all. `position`: its place among the files of the run.
  void save_recording(const std::string& run_id, const harness::Recording& recording, int position = 0);

  // A later one for the same machine, scenario and parameters takes the place of an earlier one; both are kept.
  void save_noise_floor(const NoiseFloor& noise_floor);
  // From now on this is the baseline of that name; earlier ones are kept.
  void save_baseline(const Baseline& baseline);

  // Reading. Newest first unless it says otherwise. A run whose process is gone without finishing it is `interrupted`.
  [[nodiscard]] std::vector<RunOverview> runs(int limit, const std::string& before_run_id = "") const;
  [[nodiscard]] std::optional<harness::Run> run(const std::string& run_id) const;
  [[nodiscard]] std::optional<harness::Run> latest_run() const;  // prefers a finished one of any kind but aa
  [[nodiscard]] std::optional<harness::Report> report(const std::string& run_id) const;  // with canaries and estimates
  [[nodiscard]] std::vector<harness::Trial> trials(const std::string& run_id) const;     // with every batch
  // Those of a run that was ended before they were judged: with every batch, for judging them now.
  [[nodiscard]] std::vector<harness::Trial> unjudged_trials(const std::string& run_id) const;
  [[nodiscard]] std::vector<HistoryPoint> history(const HistoryQuery& query) const;  // oldest first
  [[nodiscard]] std::vector<harness::Comparison> canaries(const std::string& run_id) const;
  [[nodiscard]] std::vector<harness::Trial> canary_trials(const std::string& run_id) const;
  [[nodiscard]] std::vector<harness::Trial> screening_trials(const std::string& run_id) const;
  // By name and parameters of the scenario; those of one machine that count today.
  [[nodiscard]] std::vector<NoiseFloor> noise_floors(const std::string& machine) const;
  [[nodiscard]] std::optional<NoiseFloor> noise_floor(const std::string& machine, const std::string& scenario,
                                                      const harness::Parameters& parameters) const;

  // The one of each name that counts, by name; all there ever were of one name, newest first.
  [[nodiscard]] std::vector<Baseline> baselines() const;
  [[nodiscard]] std::vector<Baseline> baselines_named(const std::string& name) const;

  // Looking after it.
  // Reads everything there is. A sentence for each thing that is damaged; empty when nothing is.
  [[nodiscard]] std::vector<std::string> check() const;
  // A copy as of now in a new file, while others read and write; compact. Throws Error if there is a file already.
  void backup(const std::string& path) const;

 private:
  explicit Store(std::unique_ptr<Db> db);
  std::unique_ptr<Db> db_;
};

}  // namespace results::store
