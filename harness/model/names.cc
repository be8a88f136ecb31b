// The words of the model's enumerations: one table each, both directions.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "harness/model/comparison.h"
#include "harness/model/error.h"
#include "harness/model/metric.h"
#include "harness/model/recording.h"
#include "harness/model/run.h"
#include "harness/model/scenario.h"
#include "harness/model/trial.h"

namespace harness {
namespace {

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Words<Direction, 2> kDirections{
    {{Direction::LowerIsBetter, "lower_is_better"}, {Direction::HigherIsBetter, "higher_is_better"}}};

constexpr Words<Role, 5> kRoles{{{Role::Before, "before"},
                                 {Role::After, "after"},
                                 {Role::Beyond, "beyond"},
                                 {Role::Ablation, "ablation"},
                                 {Role::Control, "control"}}};

constexpr Words<Preset, 4> kPresets{
    {{Preset::Smoke, "smoke"}, {Preset::Quick, "quick"}, {Preset::Standard, "standard"}, {Preset::Full, "full"}}};

constexpr Words<Stage, 6> kStages{{{Stage::Build, "build"},
                                   {Stage::Launch, "launch"},
                                   {Stage::Open, "open"},
                                   {Stage::Calibrate, "calibrate"},
                                   {Stage::Run, "run"},
                                   {Stage::Verify, "verify"}}};

constexpr Words<RunKind, 7> kRunKinds{{{RunKind::Run, "run"},
                                       {RunKind::Aa, "aa"},
                                       {RunKind::Compare, "compare"},
                                       {RunKind::Nightly, "nightly"},
                                       {RunKind::Bisect, "bisect"},
                                       {RunKind::Calibrate, "calibrate"},
                                       {RunKind::Import, "import"}}};

constexpr Words<RunState, 4> kRunStates{{{RunState::Running, "running"},
                                         {RunState::Done, "done"},
                                         {RunState::Interrupted, "interrupted"},
                                         {RunState::Failed, "failed"}}};

constexpr Words<Verdict, 6> kVerdicts{{{Verdict::Improved, "improved"},
                                       {Verdict::Regressed, "regressed"},
                                       {Verdict::Unchanged, "unchanged"},
                                       {Verdict::Undecided, "undecided"},
                                       {Verdict::Mixed, "mixed"},
                                       {Verdict::Invalid, "invalid"}}};

constexpr Words<Statistic, 3> kStatistics{
    {{Statistic::Sample, "sample"}, {Statistic::Median, "median"}, {Statistic::Mean, "mean"}}};

constexpr Words<Side, 3> kSides{{{Side::Alone, "alone"}, {Side::Before, "before"}, {Side::After, "after"}}};

constexpr Words<Extent, 2> kExtents{{{Extent::Whole, "whole"}, {Extent::CutOff, "cut_off"}}};

template <class Enum, std::size_t N>
std::string_view word(const Words<Enum, N>& words, Enum value) {
  for (const auto& [candidate, text] : words) {
    if (candidate == value) return text;
  }
  return "unknown";
}

template <class Trouble, class Enum, std::size_t N>
Enum value(const Words<Enum, N>& words, std::string_view what, std::string_view text) {
  std::string known;
  for (const auto& [candidate, candidate_text] : words) {
    if (candidate_text == text) return candidate;
    known += (known.empty() ? "" : ", ") + std::string(candidate_text);
  }
  throw Trouble("there is no " + std::string(what) + " '" + std::string(text) + "'; there are: " + known);
}

}  // namespace

std::string_view to_string(Direction direction) { return word(kDirections, direction); }
std::string_view to_string(Role role) { return word(kRoles, role); }
std::string_view to_string(Preset preset) { return word(kPresets, preset); }
std::string_view to_string(Stage stage) { return word(kStages, stage); }
std::string_view to_string(RunKind kind) { return word(kRunKinds, kind); }
std::string_view to_string(RunState state) { return word(kRunStates, state); }
std::string_view to_string(Verdict verdict) { return word(kVerdicts, verdict); }
std::string_view to_string(Statistic statistic) { return word(kStatistics, statistic); }
std::string_view to_string(Side side) { return word(kSides, side); }
std::string_view to_string(Extent extent) { return word(kExtents, extent); }

Direction direction_from_string(std::string_view text) { return value<Error>(kDirections, "direction", text); }
Role role_from_string(std::string_view text) { return value<Error>(kRoles, "role", text); }
Preset preset_from_string(std::string_view text) { return value<UsageError>(kPresets, "preset", text); }
Stage stage_from_string(std::string_view text) { return value<Error>(kStages, "stage", text); }
RunKind run_kind_from_string(std::string_view text) { return value<Error>(kRunKinds, "run kind", text); }
RunState run_state_from_string(std::string_view text) { return value<Error>(kRunStates, "run state", text); }
Verdict verdict_from_string(std::string_view text) { return value<Error>(kVerdicts, "verdict", text); }
Statistic statistic_from_string(std::string_view text) { return value<Error>(kStatistics, "statistic", text); }
Side side_from_string(std::string_view text) { return value<Error>(kSides, "side", text); }
Extent extent_from_string(std::string_view text) { return value<Error>(kExtents, "extent", text); }

double change_percent(double speedup_ratio, Direction direction) {
  return direction == Direction::LowerIsBetter ? (1.0 / speedup_ratio - 1.0) * 100.0 : (speedup_ratio - 1.0) * 100.0;
}

int metric_column(const Trial& trial, std::string_view metric) {
  for (std::size_t column = 0; column < trial.metrics.size(); ++column) {
    if (trial.metrics[column].name == metric) return static_cast<int>(column);
  }
  return -1;
}

}  // namespace harness
