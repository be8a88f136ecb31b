// Recordings in the store.
#include <nlohmann/json.hpp>

#include "harness/model/error.h"
#include "harness/model/recording_json.h"
#include "results/store/columns.h"
#include "results/store/db.h"
#include "results/store/json_columns.h"
#include "results/store/rows.h"
#include "results/store/store.h"

namespace results::store {
namespace {

using harness::RecordedScenario;
using harness::Recording;

std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::int64_t insert_recording(Db& db, const std::string& run, const Recording& recording, int position) {
  std::int64_t id = 0;
  db.query("INSERT INTO recording (run, position, source, format, recorded_at, extent, details) "
           "VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
           {run, position, recording.source, recording.format, recording.recorded_at, harness::to_string(recording.extent),
            dump(harness::recording_details_to_json(recording))},
           [&](const Row& row) { id = row.integer(0); });
  return id;
}

void insert_scenario(Db& db, std::int64_t recording, int index, const RecordedScenario& scenario) {
  db.execute("INSERT INTO recorded_scenario (recording, scenario_index, scenario, side, label, series) "
             "VALUES ($1, $2, $3, $4, $5, $6)",
             {recording, index, scenario_id(db, scenario.name, scenario.parameters), harness::to_string(scenario.side),
              scenario.label, dump(harness::series_to_json(scenario.series))});
}

void add_scenarios(Db& db, std::int64_t id, Recording& recording) {
  db.query("SELECT scenario.name, scenario.parameter_values, recorded_scenario.side, recorded_scenario.label, "
           "recorded_scenario.series FROM recorded_scenario JOIN scenario ON scenario.id = recorded_scenario.scenario "
           "WHERE recorded_scenario.recording = $1 ORDER BY recorded_scenario.scenario_index",
           {id}, [&](const Row& row) {
             Columns columns(row);
             RecordedScenario scenario;
             scenario.name = columns.text();
             scenario.parameters = decode_parameters(columns.view());
             scenario.side = harness::side_from_string(columns.view());
             scenario.label = columns.text();
             scenario.series = harness::series_from_json(nlohmann::json::parse(columns.view()));
             for (const auto& series : scenario.series) {
               if (series.metric >= recording.metrics.size()) throw harness::Error("a series has no metric");
             }
             recording.scenarios.push_back(std::move(scenario));
           });
}

}  // namespace

std::vector<Recording> recordings_of(Db& db, const std::string& run_id) {
  std::vector<std::pair<std::int64_t, Recording>> found;
  try {
    db.query("SELECT id, source, format, recorded_at, extent, details FROM recording WHERE run = $1 ORDER BY position, id",
             {run_id}, [&](const Row& row) {
               Columns columns(row);
               const std::int64_t id = columns.integer();
               Recording recording{.source = columns.text(), .format = columns.text(), .recorded_at = columns.text()};
               recording.extent = harness::extent_from_string(columns.view());
               harness::recording_details_from_json(nlohmann::json::parse(columns.view()), recording);
               found.emplace_back(id, std::move(recording));
             });
    for (auto& [id, recording] : found) add_scenarios(db, id, recording);
  } catch (const nlohmann::json::exception& error) {
    throw harness::Error(std::string("a recording cannot be read (") + error.what() + "); the store is damaged");
  }
  std::vector<Recording> recordings;
  for (auto& [id, recording] : found) recordings.push_back(std::move(recording));
  return recordings;
}

void Store::save_recording(const std::string& run_id, const Recording& recording, int position) {
  Transaction transaction(*db_, Access::ReadWrite);
  const std::int64_t id = insert_recording(*db_, run_id, recording, position);
  int index = 0;
  for (const RecordedScenario& scenario : recording.scenarios) insert_scenario(*db_, id, index++, scenario);
  transaction.commit();
}

}  // namespace results::store
