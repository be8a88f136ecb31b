// tandem nightly: build two revisions, run them together as launch pairs, judge, gate.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <utility>

#include "cli/gate.h"
#include "cli/interruption.h"
#include "cli/measured_suite.h"
#include "cli/nightly_text.h"
#include "cli/project_commands.h"
#include "cli/run_plan.h"
#include "cli/run_record.h"
#include "cli/worker_pairs.h"
#include "harness/model/error.h"
#include "results/formats/formats.h"
#include "results/store/store.h"
#include "revisions/program_identity.h"
#include "revisions/program_run.h"

namespace cli {
namespace {

using results::store::Access;
using results::store::Store;
using revisions::BuiltRevision;
using revisions::Revision;

// What is compared tonight. Without a baseline, after stands on both sides.
struct Sides {
  Revision before, after;
  std::string note;  // on how before was chosen
};

std::optional<results::store::Baseline> stored_baseline(const Config& config, const std::string& name) {
  if (!std::filesystem::exists(config.store.value)) return {};
  const auto baselines = Store::open(config.store.value, Access::ReadWrite).baselines_named(name);
  return baselines.empty() ? std::nullopt : std::optional(baselines.front());
}

Sides with_baseline(const ProjectBuilds& builds, const Config& config, const std::string& name, const Revision& after) {
  const auto baseline = stored_baseline(config, name);
  if (!baseline) {
    return {after, after,
            "there is no baseline '" + name + "' yet, so after was measured against itself; `tandem baseline set " + name +
                " " + after.label() + " --why ...` makes it the baseline of the next night"};
  }
  Revision before = builds.repository().resolve(baseline->revision);
  before.asked = name;
  return {before, after, "before is the baseline " + name + " (" + baseline->why + ")"};
}

bool has_parent(const ProjectBuilds& builds, const Revision& revision) {
  try {
    (void)builds.repository().resolve(revision.commit + "~1");
    return true;
  } catch (const harness::Error&) {
    return false;
  }
}

Sides sides_of(const ProjectBuilds& builds, const Config& config, const NightlyOptions& options) {
  const Revision after = builds.resolve(options.after, options.checkout);
  if (!options.before.empty()) return {builds.resolve(options.before, options.checkout), after, ""};
  if (!options.baseline.empty()) return with_baseline(builds, config, options.baseline, after);
  if (const auto tag = builds.repository().newest_tag_before(after); !tag.empty()) {
    return {builds.repository().resolve(tag), after, "before is the newest tag"};
  }
  if (has_parent(builds, after)) {
    Revision before = builds.repository().resolve(after.commit + "~1");
    before.asked = options.after + "~1";
    return {before, after, "before is the commit before after: there is no tag"};
  }
  return {after, after, "there is nothing before " + to_string(after) + ", so it was measured against itself"};
}

bool same_programs(const Config& config, const BuiltRevision& before, const BuiltRevision& after,
                   const std::atomic<bool>& interrupted) {
  if (before.tree == after.tree) return true;
  return std::ranges::all_of(config.workers.value, [&](const ProjectWorker& worker) {
    const auto identity = revisions::program_identity(before, worker.program, interrupted);
    return !identity.empty() && identity == revisions::program_identity(after, worker.program, interrupted);
  });
}

void note_missing(std::vector<std::string>& notes, const std::vector<std::string>& names, const std::string& where) {
  std::string listed;
  for (const auto& name : names) listed += (listed.empty() ? "" : ", ") + name;
  if (!listed.empty()) notes.push_back("only in " + where + ", so not compared: " + listed);
}

std::vector<std::string> notes_of(const Sides& sides, const NightlyPlan& plan, const Shard& shard) {
  std::vector<std::string> notes{"before is " + to_string(sides.before) + ", after is " + to_string(sides.after)};
  if (!sides.note.empty()) notes.push_back(sides.note);
  if (shard.count > 1) notes.push_back("shard " + std::to_string(shard.number) + " of " + std::to_string(shard.count));
  note_missing(notes, plan.only_before, "before");
  note_missing(notes, plan.only_after, "after");
  return notes;
}

// The same bytes cannot differ: what the method says of them is A/A data, and stored as that.
void call_unchanged(harness::Report& report) {
  for (auto& comparison : report.comparisons) {
    if (comparison.verdict == harness::Verdict::Invalid) continue;
    if (comparison.verdict != harness::Verdict::Unchanged) {
      comparison.warnings.insert(comparison.warnings.begin(),
                                 "before and after are the same bytes, so nothing changed; judged by its samples alone it "
                                 "would be called " + std::string(harness::to_string(comparison.verdict)));
    }
    comparison.verdict = harness::Verdict::Unchanged;
    comparison.minimum_detectable_effect.reset();
    comparison.launch_pairs_needed.reset();
  }
}

void write_files(const harness::Report& report, const std::vector<ReportFile>& files) {
  for (const auto& file : files) {
    std::ofstream out(file.path, std::ios::binary);
    out << results::formats::format_named(file.format).write(report);
    if (!out.flush()) throw harness::Error("cannot write " + file.path);
  }
}

class Night {
 public:
  Night(const NightlyOptions& options, const Config& config)
      : options_(options),
        config_(config),
        builds_(config, options.progress == Progress::Show::Always ? ProjectBuilds::Tell::Progress
                                                                   : ProjectBuilds::Tell::Nothing,
                watch_for_interruption()) {}

  int run() {
    const Sides sides = sides_of(builds_, config_, options_);
    const BuiltRevision before = builds_.build(sides.before);
    const BuiltRevision after = builds_.build(sides.after);
    const bool same = same_programs(config_, before, after, watch_for_interruption());
    harness::Report report = measure(sides, before, after, same);
    if (same) call_unchanged(report);
    return show(report);
  }

 private:
  harness::Report measure(const Sides& sides, const BuiltRevision& before, const BuiltRevision& after, bool same) {
    const auto seed = options_.seed.value_or(std::random_device{}());
    NightlyPlan plan = plan_nightly(config_, worker_pairs(config_, before, after),
                                    {.before = sides.before.label(), .after = sides.after.label()}, options_.shard, seed);
    if (plan.suite.trials.empty()) {
      throw harness::UsageError("before and after have no scenario in common at preset " +
                                std::string(harness::to_string(config_.preset.value)) +
                                "; `tandem config` shows which are chosen");
    }
    MeasuredSuite suite{.run = begin_run_record(same ? harness::RunKind::Aa : harness::RunKind::Nightly, seed,
                                                options_.project.command_line),
                        .plan = std::move(plan.suite),
                        .stages = Stages::ScreenAndConfirm,
                        .progress = options_.progress};
    suite.run.preset = harness::to_string(config_.preset.value);
    suite.run.settings = to_toml(config_);
    suite.run.notes = notes_of(sides, plan, options_.shard);
    if (same) suite.run.notes.emplace_back("before and after are the same bytes: what was measured is A/A");
    suite.rule = {.tolerance = tolerance_of(config_, ""), .looks = looks_up_to(suite.plan.launch_pairs)};
    for (const auto& trial : suite.plan.trials) {
      suite.tolerances[trial.scenario.name] = tolerance_of(config_, trial.scenario.name);
    }
    Store store = Store::open(config_.store.value, Access::ReadWrite);
    return measure_suite(std::move(suite), store);
  }

  int show(const harness::Report& report) {
    const GateResult gated = gate(report, config_, report.run.started_at.substr(0, 10));
    const bool text = options_.format == "text";
    std::cout << (text ? nightly_text(report, gated) : results::formats::format_named(options_.format).write(report))
              << std::flush;
    if (!text) std::cerr << gate_text(gated);
    write_files(report, options_.files);
    return gated.status;
  }

  const NightlyOptions& options_;
  const Config& config_;
  ProjectBuilds builds_;
};

}  // namespace

ReportFile parse_report_file(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size()) {
    throw harness::UsageError("'" + text + "' is no report to write; write it like junit=night.xml");
  }
  ReportFile file{.format = text.substr(0, equals), .path = text.substr(equals + 1)};
  (void)results::formats::format_named(file.format);
  return file;
}

int nightly_command(const NightlyOptions& options) {
  (void)results::formats::format_named(options.format);
  const Config config = effective_config(options.project);
  try {
    return Night(options, config).run();
  } catch (const revisions::Stopped&) {
    std::cerr << "tandem: interrupted while building; nothing was measured or stored\n";
    return kInterrupted;
  }
}

}  // namespace cli
