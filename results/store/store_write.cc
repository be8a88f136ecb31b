// The writing half of the store.
#include <utility>

#include "harness/model/error.h"
#include "results/store/batches.h"
#include "results/store/db.h"
#include "results/store/json_columns.h"
#include "results/store/process.h"
#include "results/store/rows.h"
#include "results/store/store.h"

namespace results::store {
namespace {

using harness::Build;
using harness::Comparison;
using harness::Speedup;
using harness::Trial;

std::int64_t id_of(Db& db, std::string_view sql, const std::vector<Value>& values) {
  std::int64_t id = 0;
  db.query(sql, values, [&](const Row& row) { id = row.integer(0); });
  return id;
}

// The update changes nothing; it is what makes RETURNING answer for a row that was there already.
std::int64_t machine_id(Db& db, const harness::Machine& machine) {
  return id_of(db,
               "INSERT INTO machine (fingerprint, cpu_model, cores, memory_bytes, kernel, hypervisor, clock_source, "
               "governor) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
               "ON CONFLICT (fingerprint, cpu_model, cores, memory_bytes, kernel, hypervisor, clock_source, governor) "
               "DO UPDATE SET fingerprint = excluded.fingerprint RETURNING id",
               {machine.fingerprint, machine.cpu_model, machine.cores, machine.memory_bytes, machine.kernel,
                machine.hypervisor, machine.clock_source, machine.governor});
}

std::int64_t build_id(Db& db, const Build& build) {
  return id_of(db,
               "INSERT INTO build (program, revision, compiler, flags, allocator, sha256) "
               "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (program, revision, compiler, flags, allocator, sha256) "
               "DO UPDATE SET program = excluded.program RETURNING id",
               {build.program, build.revision, build.compiler, build.flags, build.allocator, build.sha256});
}

void insert_variants(Db& db, TrialId trial, const std::vector<harness::TrialVariant>& variants) {
  int index = 0;
  for (const auto& [variant, build, work_factor] : variants) {
    db.execute(
        "INSERT INTO trial_variant (trial, variant_index, name, role, build, work_factor) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        {trial, index++, variant.name, harness::to_string(variant.role), build_id(db, build), work_factor});
  }
}

void insert_launch_pair(Db& db, TrialId trial, const harness::LaunchPair& launch_pair, std::size_t metrics) {
  db.execute("INSERT INTO launch_pair (trial, pair_index, seed, elapsed_ns, batches) VALUES ($1, $2, $3, $4, $5)",
             {trial, launch_pair.index, launch_pair.seed, launch_pair.elapsed_ns,
              Blob{pack_batches(launch_pair.batches, metrics)}});
}

void upsert_failure(Db& db, TrialId trial, const harness::Failure& failure) {
  db.execute(
      "INSERT INTO failure (trial, stage, variant, message, stderr_tail) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (trial) DO UPDATE SET stage = excluded.stage, variant = excluded.variant, "
      "message = excluded.message, stderr_tail = excluded.stderr_tail",
      {trial, harness::to_string(failure.stage), failure.variant, failure.message, failure.stderr_tail});
}

TrialId insert_trial(Db& db, const std::string& run_id, const Trial& header, int position, Purpose purpose) {
  const TrialId trial =
      id_of(db,
            "INSERT INTO trial (run, position, scenario, unit_of_work, threads, metric, metrics, iterations, reported, "
            "purpose) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
            {run_id, position, scenario_id(db, header.scenario, header.parameters), header.unit_of_work, header.threads,
             header.metric, encode_metrics(header.metrics), header.iterations,
             header.reported ? std::optional(encode_reported(*header.reported)) : std::nullopt, purpose_text(purpose)});
  insert_variants(db, trial, header.variants);
  for (const auto& launch_pair : header.launch_pairs) insert_launch_pair(db, trial, launch_pair, header.metrics.size());
  if (header.failure) upsert_failure(db, trial, *header.failure);
  return trial;
}

using Real = std::optional<double>;

void append_speedup(std::vector<Value>& values, const std::optional<Speedup>& speedup) {
  const bool interval = speedup && speedup->interval;
  values.emplace_back(speedup ? Real(speedup->ratio) : Real());
  values.emplace_back(interval ? Real(speedup->interval->low) : Real());
  values.emplace_back(interval ? Real(speedup->interval->high) : Real());
}

void insert_comparison(Db& db, const std::string& run, TrialId trial, int index, const Comparison& c) {
  std::vector<Value> values{trial,
                            index,
                            run,
                            scenario_id(db, c.scenario, c.parameters),
                            c.before.variant.name,
                            harness::to_string(c.before.variant.role),
                            build_id(db, c.before.build),
                            c.after.variant.name,
                            harness::to_string(c.after.variant.role),
                            build_id(db, c.after.build),
                            harness::to_string(c.verdict),
                            c.rule,
                            c.unit_of_work,
                            c.metric.name,
                            c.metric.unit,
                            harness::to_string(c.metric.direction),
                            c.launch_pairs,
                            c.before_median,
                            c.after_median,
                            c.before_mean,
                            c.after_mean};
  append_speedup(values, c.median);
  append_speedup(values, c.mean);
  append_speedup(values, c.decision);
  for (const Value& value :
       std::vector<Value>{c.confidence, c.tolerance, c.noise_floor, c.minimum_detectable_effect, c.launch_pairs_needed,
                          encode_details(c), Blob{pack_estimates(c.estimates)}}) {
    values.push_back(value);
  }
  db.execute(
      "INSERT INTO comparison (trial, comparison_index, run, scenario, before_variant, before_role, before_build, "
      "after_variant, after_role, after_build, verdict, rule, unit_of_work, metric_name, metric_unit, "
      "metric_direction, launch_pairs, before_median, after_median, before_mean, after_mean, median_speedup, "
      "median_speedup_low, median_speedup_high, mean_speedup, mean_speedup_low, mean_speedup_high, decision_speedup, "
      "decision_speedup_low, decision_speedup_high, confidence, tolerance, noise_floor, minimum_detectable_effect, "
      "launch_pairs_needed, details, estimates) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, "
      "$15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, "
      "$37)",
      values);
}

}  // namespace

std::int64_t scenario_id(Db& db, const std::string& name, const harness::Parameters& parameters) {
  return id_of(db,
               "INSERT INTO scenario (name, parameters, parameter_values) VALUES ($1, $2, $3) "
               "ON CONFLICT (name, parameter_values) DO UPDATE SET name = excluded.name RETURNING id",
               {name, harness::to_string(parameters), encode_parameters(parameters)});
}

void Store::begin_run(const harness::Run& run, const harness::Machine& machine) {
  Transaction transaction(*db_, Access::ReadWrite);
  bool added = false;
  db_->query(
      "INSERT INTO run (id, kind, state, started_at, finished_at, seed, preset, harness_version, "
      "command_line, rule, batch_seconds, elapsed_seconds, machine, machine_notes, process, notes, settings) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) "
      "ON CONFLICT (id) DO NOTHING RETURNING id",
      {run.id, harness::to_string(run.kind), harness::to_string(run.state), run.started_at, run.finished_at, run.seed,
       run.preset, run.harness_version, run.command_line, run.rule, run.batch_seconds, run.elapsed_seconds,
       machine_id(*db_, machine), encode_texts(machine.notes), this_process(), encode_texts(run.notes), run.settings},
      [&](const Row&) { added = true; });
  if (!added) throw harness::Error("the store " + db_->name() + " has a run " + run.id + " already");
  transaction.commit();
}

void Store::finish_run(const harness::Run& run) {
  Transaction transaction(*db_, Access::ReadWrite);
  bool found = false;
  db_->query(
      "UPDATE run SET state = $2, finished_at = $3, batch_seconds = $4, elapsed_seconds = $5, notes = $6 "
      "WHERE id = $1 "
      "RETURNING id",
      {run.id, harness::to_string(run.state), run.finished_at, run.batch_seconds, run.elapsed_seconds,
       encode_texts(run.notes)},
      [&](const Row&) { found = true; });
  if (!found) throw harness::Error("the store " + db_->name() + " has no run " + run.id + " to finish");
  transaction.commit();
}

TrialId Store::begin_trial(const std::string& run_id, const Trial& header, int position, Purpose purpose) {
  Transaction transaction(*db_, Access::ReadWrite);
  const TrialId trial = insert_trial(*db_, run_id, header, position, purpose);
  transaction.commit();
  return trial;
}

TrialId Store::begin_confirmation(const std::string& run_id, const Trial& header, int position, TrialId screening) {
  Transaction transaction(*db_, Access::ReadWrite);
  db_->execute("UPDATE trial SET purpose = $2 WHERE id = $1", {screening, purpose_text(Purpose::Screening)});
  const TrialId trial = insert_trial(*db_, run_id, header, position, Purpose::Change);
  transaction.commit();
  return trial;
}

void Store::save_launch_pair(TrialId trial, const harness::LaunchPair& launch_pair) {
  Transaction transaction(*db_, Access::ReadWrite);
  std::optional<std::size_t> metrics;
  db_->query("SELECT metrics FROM trial WHERE id = $1", {trial},
             [&](const Row& row) { metrics = decode_metrics(row.text(0)).size(); });
  if (!metrics) {
    throw harness::Error("the store " + db_->name() + " has no trial " + std::to_string(trial) + " to add to");
  }
  insert_launch_pair(*db_, trial, launch_pair, *metrics);
  transaction.commit();
}

void Store::save_failure(TrialId trial, const harness::Failure& failure) {
  Transaction transaction(*db_, Access::ReadWrite);
  upsert_failure(*db_, trial, failure);
  transaction.commit();
}

void Store::save_comparisons(const std::string& run_id, TrialId trial, const std::vector<Comparison>& comparisons) {
  Transaction transaction(*db_, Access::ReadWrite);
  db_->execute("DELETE FROM comparison WHERE trial = $1", {trial});
  int index = 0;
  for (const Comparison& comparison : comparisons) insert_comparison(*db_, run_id, trial, index++, comparison);
  transaction.commit();
}

void Store::save_noise_floor(const NoiseFloor& floor) {
  Transaction transaction(*db_, Access::ReadWrite);
  db_->execute(
      "INSERT INTO noise_floor (machine, scenario, made_at, value, runs) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (machine, scenario, made_at) DO UPDATE SET value = excluded.value, runs = excluded.runs",
      {floor.machine, scenario_id(*db_, floor.scenario, floor.parameters), floor.made_at, floor.value, floor.runs});
  transaction.commit();
}

}  // namespace results::store
