// tandem bisect: find the commit that changed a scenario, with verdicts instead of single timings.
//
// First the ends: unless they differ there is nothing to find. Then each commit in turn beside GOOD, as launch pairs: it
// is bad where its whole interval lies beyond half of the change, good where it lies short of it, and undecided in
// between; an undecided one gets more launch pairs and is then passed over. At last the commit found, beside the one
// before it, on fresh launch pairs: that pair gives the size of its effect.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <random>
#include <utility>

#include "cli/bisect_log.h"
#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "cli/measured_suite.h"
#include "cli/project_commands.h"
#include "cli/run_plan.h"
#include "cli/run_record.h"
#include "cli/worker_pairs.h"
#include "harness/drive/digest.h"
#include "harness/model/error.h"
#include "results/formats/display.h"
#include "results/store/store.h"
#include "revisions/bisection.h"
#include "revisions/program_run.h"

namespace cli {
namespace {

using harness::Comparison;
using harness::Verdict;
using results::store::Store;
using revisions::Answer;
using revisions::Bisection;
using revisions::BuiltRevision;
using revisions::Revision;

// An undecided commit is measured again with twice the launch pairs, and again: a change half as large as what the first
// could see is seen by four times as many.
constexpr int kTries = 3;

struct Point {
  std::string scenario;
  std::string parameters;  // empty: the first point of the preset
};

Point point_of(const std::string& text) {
  const std::size_t blank = text.find(' ');
  return {text.substr(0, blank), blank == std::string::npos ? "" : text.substr(blank + 1)};
}

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.2f %%", fraction * 100);
  return text;
}

double change(double speedup, const Comparison& comparison) {
  return harness::change_percent(speedup, comparison.metric.direction) / 100;
}

// "+5.1 % [+4.7, +5.6 %]": the change of what is measured.
std::string effect_of(const Comparison& comparison) {
  if (!comparison.decision) return "of unknown size";
  std::string out = percent(change(comparison.decision->ratio, comparison));
  if (const auto& interval = comparison.decision->interval) {
    double low = change(interval->low, comparison), high = change(interval->high, comparison);
    if (low > high) std::swap(low, high);
    out += " [" + percent(low) + ", " + percent(high) + "]";
  }
  return out;
}

bool differs(const Comparison& comparison) {
  return comparison.verdict == Verdict::Regressed || comparison.verdict == Verdict::Improved;
}

class Search {
 public:
  Search(const BisectOptions& options, const Config& config)
      : options_(options),
        config_(config),
        point_(point_of(options.scenario)),
        seed_(options.seed.value_or(std::random_device{}())),
        store_(Store::open(config.store.value, results::store::Access::ReadWrite)),
        builds_(config, options.progress == Progress::Show::Always ? ProjectBuilds::Tell::Progress
                                                                   : ProjectBuilds::Tell::Nothing,
                watch_for_interruption()) {}

  int run() {
    const Revision good = builds_.resolve(options_.good, Checkout::MustBeClean);
    const Revision bad = builds_.resolve(options_.bad, Checkout::MustBeClean);
    commits_ = builds_.repository().between(good, bad);
    if (commits_.empty()) throw harness::UsageError("GOOD and BAD are the same commit, " + good.label());
    const BuiltRevision good_built = builds_.build(good);
    const Comparison ends = measure(good_built, builds_.build(bad), kTries);
    say(to_string(bad) + " beside " + to_string(good) + ": " + std::string(to_string(ends.verdict)) + ", " + effect_of(ends));
    if (!differs(ends)) {
      std::cout << options_.scenario << " does not differ enough between " << to_string(good) << " and " << to_string(bad)
                << " to be searched for: " << to_string(ends.verdict) << ", " << effect_of(ends) << "\n"
                << std::flush;
      return ends.verdict == Verdict::Invalid ? kInvalid : kUndecided;
    }
    Bisection bisection(commits_.size());
    BisectLog log(builds_.cache_folder() + "/bisect-" + key(good, bad) + ".txt");
    for (auto next = bisection.next(); next; next = bisection.next()) bisection.answer(*next, ask(*next, good_built, ends, log));
    const int status = conclude(bisection.suspects(), good, good_built);
    log.remove();
    return status;
  }

 private:
  [[nodiscard]] std::string key(const Revision& good, const Revision& bad) const {
    const std::string text = good.commit + bad.commit + options_.scenario + to_toml(config_);
    return harness::drive::sha256_of_text(text).substr(0, 16);
  }

  void say(const std::string& sentence) const {
    if (options_.progress == Progress::Show::Always) std::cerr << "tandem: " << results::formats::one_line(sentence) << std::endl;
  }

  Answer ask(std::size_t index, const BuiltRevision& good, const Comparison& ends, BisectLog& log) {
    const Revision& commit = commits_[index];
    const auto known = log.answers().find(commit.commit);
    const Answer answer = known != log.answers().end() ? known->second : measured_answer(commit, good, ends);
    if (known == log.answers().end()) log.add(commit.commit, answer);
    answers_.emplace_back(index, answer);
    say(commit.label() + " is " + std::string(to_string(answer)) + " (" + commit.subject + ")");
    return answer;
  }

  Answer measured_answer(const Revision& commit, const BuiltRevision& good, const Comparison& ends) {
    try {
      const BuiltRevision built = builds_.build(commit);
      for (int tried = 0; tried < kTries; ++tried) {
        const Answer answer = judged(measure(good, built, tried, Until::AllMeasured), ends);
        if (answer != Answer::Undecided) return answer;
      }
    } catch (const revisions::BuildFailed& failed) {
      say(failed.what());
      return Answer::Unbuildable;
    }
    return Answer::Undecided;
  }

  // Which side of half the change the whole interval lies on, as log speedups.
  static Answer judged(const Comparison& comparison, const Comparison& ends) {
    if (!comparison.decision || !comparison.decision->interval) return Answer::Undecided;
    const double half = std::log(ends.decision->ratio) / 2;
    const double low = std::log(comparison.decision->interval->low), high = std::log(comparison.decision->interval->high);
    const bool beyond = half < 0 ? high < half : low > half;
    const bool short_of = half < 0 ? low > half : high < half;
    return beyond ? Answer::Bad : short_of ? Answer::Good : Answer::Undecided;
  }

  // Decided: the rule knows whether the two differ. That is not the question about a commit in between.
  enum class Until { Decided, AllMeasured };

  // With the preset's launch pairs doubled so many times, at most.
  Comparison measure(const BuiltRevision& before, const BuiltRevision& after, int doublings,
                     Until until = Until::Decided) {
    NightlyPlan plan = plan_nightly(config_, worker_pairs(config_, before, after),
                                    {.before = before.revision.label(), .after = after.revision.label()}, {}, seed_ + ++runs_);
    auto& trials = plan.suite.trials;
    std::erase_if(trials, [this](const auto& trial) {
      return !point_.parameters.empty() && to_string(trial.parameters) != point_.parameters;
    });
    if (trials.empty()) throw harness::UsageError(not_there(before, after));
    trials.resize(1);
    plan.suite.launch_pairs <<= doublings;
    MeasuredSuite suite{.run = begin_run_record(harness::RunKind::Bisect, plan.suite.seed, options_.project.command_line),
                        .plan = std::move(plan.suite),
                        .canaries = Canaries::None,
                        .progress = options_.progress};
    suite.run.preset = harness::to_string(config_.preset.value);
    suite.run.settings = to_toml(config_);
    suite.run.notes = {"before is " + to_string(before.revision) + ", after is " + to_string(after.revision)};
    suite.rule.tolerance = tolerance_of(config_, point_.scenario);
    if (until == Until::Decided) suite.rule.looks = looks_up_to(suite.plan.launch_pairs);
    const harness::Report report = measure_suite(std::move(suite), store_);
    if (report.run.state == harness::RunState::Interrupted) throw revisions::Stopped{};
    return report.comparisons.at(0);
  }

  [[nodiscard]] std::string not_there(const BuiltRevision& before, const BuiltRevision& after) const {
    return "there is no scenario '" + options_.scenario + "' at preset " +
           std::string(harness::to_string(config_.preset.value)) + " in both " + to_string(before.revision) + " and " +
           to_string(after.revision);
  }

  int conclude(const std::vector<std::size_t>& suspects, const Revision& good, const BuiltRevision& good_built) {
    name_passed_over();
    if (suspects.size() > 1) {
      std::cout << "one of these commits changed " << options_.scenario << "; those before the last could not be told:\n";
      for (const std::size_t suspect : suspects) std::cout << "  " << line_of(commits_[suspect]);
      std::cout << std::flush;
      return kUndecided;
    }
    const std::size_t found = suspects.front();
    const Revision& culprit = commits_[found];
    const Comparison pair = found == 0 ? measure(good_built, builds_.build(culprit), kTries)
                                       : measure(builds_.build(commits_[found - 1]), builds_.build(culprit), kTries);
    std::cout << line_of(culprit) << "changed " << options_.scenario << " by " << effect_of(pair) << " ("
              << pair.metric.name << ", " << pair.launch_pairs << " launch pairs), beside "
              << (found == 0 ? good : commits_[found - 1]).label() << ", the commit before it: " << to_string(pair.verdict)
              << "\n"
              << std::flush;
    return differs(pair) ? kFine : kUndecided;
  }

  void name_passed_over() const {
    for (const auto& [index, answer] : answers_) {
      if (answer != Answer::Undecided && answer != Answer::Unbuildable) continue;
      std::cout << "passed over, " << to_string(answer) << ": " << line_of(commits_[index]);
    }
  }

  static std::string line_of(const Revision& commit) {
    return commit.label() + " " + results::formats::one_line(commit.subject) + "\n";
  }

  const BisectOptions& options_;
  const Config& config_;
  Point point_;
  std::uint64_t seed_;
  std::uint64_t runs_ = 0;
  Store store_;
  ProjectBuilds builds_;
  std::vector<Revision> commits_;
  std::vector<std::pair<std::size_t, Answer>> answers_;
};

}  // namespace

int bisect_command(const BisectOptions& options) {
  Config config = effective_config(options.project);
  config.scenarios_only.override({point_of(options.scenario).scenario});
  try {
    return Search(options, config).run();
  } catch (const revisions::Stopped&) {
    std::cerr << "tandem: interrupted; the same command goes on where this one was\n";
    return kInterrupted;
  }
}

}  // namespace cli
