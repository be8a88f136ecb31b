// The reading half of the store.
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "results/store/batches.h"
#include "results/store/columns.h"
#include "results/store/db.h"
#include "results/store/json_columns.h"
#include "results/store/rows.h"
#include "results/store/store.h"

namespace results::store {
namespace {

using harness::Comparison;
using harness::Run;
using harness::Trial;
using harness::Verdict;

std::string sql(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::vector<Comparison> comparisons_of(Db& db, const std::string& run_id, Purpose purpose) {
  std::vector<Comparison> comparisons;
  db.query(sql({"SELECT ", kComparisonColumns, ", comparison.estimates, coalesce(compared.work_factor, 1.0)",
                kComparisonTables,
                "JOIN trial ON trial.id = comparison.trial LEFT JOIN trial_variant AS compared "
                "ON compared.trial = comparison.trial AND compared.variant_index = comparison.comparison_index + 1 "
                "WHERE comparison.run = $1 AND trial.purpose = $2 "
                "ORDER BY trial.position, comparison.trial, comparison.comparison_index"}),
           {run_id, purpose_text(purpose)}, [&](const Row& row) {
             Columns columns(row);
             comparisons.push_back(read_comparison(columns));
             comparisons.back().estimates = unpack_estimates(columns.blob());
             comparisons.back().after.work_factor = columns.real();
           });
  return comparisons;
}

void add_variants(Db& db, TrialId id, Trial& trial) {
  db.query(sql({"SELECT ", kVariantColumns,
                ", trial_variant.work_factor FROM trial_variant JOIN build ON build.id = trial_variant.build "
                "WHERE trial_variant.trial = $1 ORDER BY trial_variant.variant_index"}),
           {id}, [&](const Row& row) {
             Columns columns(row);
             trial.variants.push_back(read_variant(columns));
             trial.variants.back().work_factor = columns.real();
           });
}

void add_launch_pairs(Db& db, TrialId id, Trial& trial) {
  db.query(sql({"SELECT ", kLaunchPairColumns, " FROM launch_pair WHERE trial = $1 ORDER BY pair_index"}), {id},
           [&](const Row& row) {
             Columns columns(row);
             trial.launch_pairs.push_back(read_launch_pair(columns, trial.metrics.size()));
           });
}

void add_failure(Db& db, TrialId id, Trial& trial) {
  db.query(sql({"SELECT ", kFailureColumns, " FROM failure WHERE trial = $1"}), {id}, [&](const Row& row) {
    Columns columns(row);
    trial.failure = read_failure(columns);
  });
}

// The trials of a run that meet one more condition, whole.
std::vector<Trial> trials_where(Db& db, std::string_view condition, const std::string& run_id, Purpose purpose) {
  const Transaction moment(db, Access::ReadOnly);
  std::vector<std::pair<TrialId, Trial>> found;
  db.query(sql({"SELECT trial.id, ", kTrialColumns,
                " FROM trial JOIN scenario ON scenario.id = trial.scenario "
                "WHERE trial.run = $1 AND trial.purpose = $2 AND ",
                condition, " ORDER BY trial.position, trial.id"}),
           {run_id, purpose_text(purpose)}, [&](const Row& row) {
             Columns columns(row);
             const TrialId id = columns.integer();
             found.emplace_back(id, read_trial(columns));
           });
  std::vector<Trial> trials;
  for (auto& [id, trial] : found) {
    add_variants(db, id, trial);
    add_launch_pairs(db, id, trial);
    add_failure(db, id, trial);
    trials.push_back(std::move(trial));
  }
  return trials;
}

// The first run of `rest`, which is what follows FROM run.
std::optional<Run> first_run(Db& db, std::string_view rest, const std::vector<Value>& values) {
  std::optional<Run> run;
  db.query(sql({"SELECT ", kRunColumns, " FROM run ", rest}), values, [&](const Row& row) {
    Columns columns(row);
    run = read_run(columns);
  });
  return run;
}

int& count_of(RunOverview& overview, Verdict verdict) {
  switch (verdict) {
    case Verdict::Improved:
      return overview.improved;
    case Verdict::Regressed:
      return overview.regressed;
    case Verdict::Unchanged:
      return overview.unchanged;
    case Verdict::Undecided:
      return overview.undecided;
    case Verdict::Mixed:
      return overview.mixed;
    case Verdict::Invalid:
      break;
  }
  return overview.invalid;
}

void add_counts(Db& db, RunOverview& overview) {
  db.query("SELECT count(*) FROM trial WHERE run = $1 AND purpose = 'change'", {overview.run.id},
           [&](const Row& row) { overview.trials = static_cast<int>(row.integer(0)); });
  db.query(
      "SELECT verdict, count(*) FROM comparison WHERE run = $1 AND trial NOT IN "
      "(SELECT id FROM trial WHERE run = $1 AND purpose = 'canary') GROUP BY verdict",
      {overview.run.id}, [&](const Row& row) {
        count_of(overview, harness::verdict_from_string(row.text(0))) = static_cast<int>(row.integer(1));
      });
}

}  // namespace

std::vector<RunOverview> Store::runs(int limit, const std::string& before_run_id) const {
  const Transaction moment(*db_, Access::ReadOnly);
  std::vector<RunOverview> overviews;
  db_->query(sql({"SELECT ", kRunColumns, " FROM run WHERE $2 = '' OR run.id < $2 ORDER BY run.id DESC LIMIT $1"}),
             {limit, before_run_id}, [&](const Row& row) {
               Columns columns(row);
               overviews.push_back({.run = read_run(columns)});
             });
  for (RunOverview& overview : overviews) add_counts(*db_, overview);
  return overviews;
}

std::optional<Run> Store::run(const std::string& run_id) const {
  return first_run(*db_, "WHERE run.id = $1", {run_id});
}

std::optional<Run> Store::latest_run() const {
  // A/A and calibration runs say something about the machine, those of a bisection are steps of a search.
  const auto finished = first_run(
      *db_, "WHERE run.state = 'done' AND run.kind NOT IN ('aa', 'bisect', 'calibrate') ORDER BY run.id DESC LIMIT 1", {});
  return finished ? finished : first_run(*db_, "ORDER BY run.id DESC LIMIT 1", {});
}

std::optional<harness::Report> Store::report(const std::string& run_id) const {
  const Transaction moment(*db_, Access::ReadOnly);
  std::optional<harness::Report> report;
  db_->query(sql({"SELECT ", kRunColumns, ", ", kMachineColumns,
                  " FROM run JOIN machine ON machine.id = run.machine WHERE run.id = $1"}),
             {run_id}, [&](const Row& row) {
               Columns columns(row);
               Run run = read_run(columns);
               report = harness::Report{.run = std::move(run), .machine = read_machine(columns)};
             });
  if (!report) return report;
  report->comparisons = comparisons_of(*db_, run_id, Purpose::Change);
  report->canaries = comparisons_of(*db_, run_id, Purpose::Canary);
  report->recordings = recordings_of(*db_, run_id);
  return report;
}

std::vector<Trial> Store::trials(const std::string& run_id) const {
  return trials_where(*db_, "1 = 1", run_id, Purpose::Change);
}

std::vector<Trial> Store::unjudged_trials(const std::string& run_id) const {
  return trials_where(*db_, "NOT EXISTS (SELECT 1 FROM comparison WHERE comparison.trial = trial.id)", run_id,
                      Purpose::Change);
}

std::vector<Trial> Store::canary_trials(const std::string& run_id) const {
  return trials_where(*db_, "1 = 1", run_id, Purpose::Canary);
}

std::vector<Trial> Store::screening_trials(const std::string& run_id) const {
  return trials_where(*db_, "1 = 1", run_id, Purpose::Screening);
}

std::vector<Comparison> Store::canaries(const std::string& run_id) const {
  return comparisons_of(*db_, run_id, Purpose::Canary);
}

// One scenario id, and not a join over names: the index then gives the newest runs first, and nothing is sorted.
std::vector<HistoryPoint> Store::history(const HistoryQuery& query) const {
  std::vector<HistoryPoint> points;
  db_->query(sql({"SELECT run.id, run.started_at, machine.fingerprint, ", kComparisonColumns, kComparisonTables,
                  "JOIN run ON run.id = comparison.run JOIN machine ON machine.id = run.machine "
                  "JOIN trial ON trial.id = comparison.trial AND trial.purpose = 'change' "
                  "WHERE comparison.scenario = (SELECT max(id) FROM scenario WHERE name = $1 AND parameters = $2) "
                  "AND comparison.before_variant = $3 "
                  "AND comparison.after_variant = $4 ORDER BY comparison.run DESC LIMIT $5"}),
             {query.scenario, query.parameters, query.before, query.after, query.limit}, [&](const Row& row) {
               Columns columns(row);
               HistoryPoint point{.run_id = columns.text(), .started_at = columns.text(), .machine = columns.text()};
               point.comparison = read_comparison(columns);
               point.revision = point.comparison.after.build.revision;
               points.push_back(std::move(point));
             });
  std::ranges::reverse(points);
  return points;
}

std::vector<NoiseFloor> Store::noise_floors(const std::string& machine) const {
  std::vector<NoiseFloor> floors;
  db_->query(
      sql({"SELECT ", kNoiseFloorColumns,
           " FROM noise_floor JOIN scenario ON scenario.id = noise_floor.scenario "
           "WHERE noise_floor.machine = $1 AND noise_floor.made_at = (SELECT max(later.made_at) FROM noise_floor "
           "AS later WHERE later.machine = noise_floor.machine AND later.scenario = noise_floor.scenario) "
           "ORDER BY scenario.name, scenario.parameters"}),
      {machine}, [&](const Row& row) {
        Columns columns(row);
        floors.push_back(read_noise_floor(columns));
      });
  return floors;
}

std::optional<NoiseFloor> Store::noise_floor(const std::string& machine, const std::string& scenario,
                                             const harness::Parameters& parameters) const {
  std::optional<NoiseFloor> floor;
  db_->query(sql({"SELECT ", kNoiseFloorColumns,
                  " FROM noise_floor JOIN scenario ON scenario.id = noise_floor.scenario "
                  "WHERE noise_floor.machine = $1 AND scenario.name = $2 AND scenario.parameter_values = $3 "
                  "ORDER BY noise_floor.made_at DESC LIMIT 1"}),
             {machine, scenario, encode_parameters(parameters)}, [&](const Row& row) {
               Columns columns(row);
               floor = read_noise_floor(columns);
             });
  return floor;
}

}  // namespace results::store
