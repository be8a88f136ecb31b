// The columns that make up each value of the model, and the readers that follow their order.
#pragma once

#include <string>
#include <string_view>

#include "harness/model/comparison.h"
#include "harness/model/machine.h"
#include "harness/model/recording.h"
#include "harness/model/run.h"
#include "harness/model/trial.h"
#include "results/store/columns.h"
#include "results/store/store.h"

namespace results::store {

// From `run`. A run that is stored as running while its process is gone is read as interrupted.
extern const std::string_view kRunColumns;
harness::Run read_run(Columns& columns);

// From `run` joined with `machine`.
extern const std::string_view kMachineColumns;
harness::Machine read_machine(Columns& columns);

// From kComparisonTables; estimates are left empty.
extern const std::string_view kComparisonColumns;
extern const std::string_view kComparisonTables;
harness::Comparison read_comparison(Columns& columns);

// From `trial` joined with `scenario`; variants, launch pairs and failure are left empty.
extern const std::string_view kTrialColumns;
harness::Trial read_trial(Columns& columns);

// Of a run, in order.
std::vector<harness::Recording> recordings_of(Db& db, const std::string& run_id);

// The id of a scenario at one parameter point, which is added when it is new.
std::int64_t scenario_id(Db& db, const std::string& name, const harness::Parameters& parameters);

// The word of trial.purpose.
std::string_view purpose_text(Purpose purpose);

// From `noise_floor` joined with `scenario`.
extern const std::string_view kNoiseFloorColumns;
NoiseFloor read_noise_floor(Columns& columns);

// From `trial_variant` joined with `build`.
extern const std::string_view kVariantColumns;
harness::TrialVariant read_variant(Columns& columns);

// From `launch_pair`.
extern const std::string_view kLaunchPairColumns;
harness::LaunchPair read_launch_pair(Columns& columns, std::size_t metrics);

// From `failure`.
extern const std::string_view kFailureColumns;
harness::Failure read_failure(Columns& columns);

}  // namespace results::store
