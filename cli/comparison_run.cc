// How comparisons of commands are measured: observed first, then in the designs that suit them.
#include <map>
#include <random>
#include <set>

#include "cli/budget.h"
#include "cli/compare.h"
#include "cli/design_choice.h"
#include "cli/exit_status.h"
#include "cli/interruption.h"
#include "cli/run_plan.h"
#include "harness/model/error.h"
#include "harness/stats/sequential.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

using harness::Trial;
using harness::drive::CommandDesign;
using harness::drive::CommandShape;
using harness::drive::CommandSuitePlan;
using harness::drive::CommandTrialPlan;
using harness::drive::StopRule;

// The kernel tells how long a command's first thread waited for a CPU, not how long its children did: that may look like
// waiting of its own accord on a busy machine, and is gone the next time. What takes longer than this is not looked at
// three times.
constexpr int kMostLooks = 3;
constexpr double kLongRun = 5e8;  // ns

CommandShape observe(const harness::drive::CommandVariant& command, const CommandTrialPlan& trial,
                     const CompareOptions& options, const std::atomic<bool>& interrupted) {
  const auto timeout = options.timeout;
  CommandShape least = observe_command(command, trial.exit_status, timeout, interrupted);
  const int most_looks = options.design ? 1 : kMostLooks;  // whether it waits matters for the choice alone
  for (int looks = 1; looks < most_looks && least.waiting_share() > 0 && least.wall_time < kLongRun; ++looks) {
    const CommandShape shape = observe_command(command, trial.exit_status, timeout, interrupted);
    if (shape.waiting_share() < least.waiting_share()) least = shape;
  }
  return least;
}

// Looks at every command. What goes wrong there is what would go wrong in the trial: it fails with it.
std::vector<CommandShape> observe(CommandTrialPlan& trial, const CompareOptions& options,
                                  const std::atomic<bool>& interrupted) {
  std::vector<CommandShape> shapes;
  try {
    for (const auto& variant : trial.variants) {
      shapes.push_back(observe(variant, trial, options, interrupted));
    }
  } catch (const harness::drive::TrialFailed& trouble) {
    trial.failure = trouble.failure();
  }
  return shapes;
}

std::string label_of(const CommandTrialPlan& trial) {
  const std::string parameters = to_string(trial.parameters);
  return parameters.empty() ? trial.name : trial.name + " " + parameters;
}

// Each sentence once, with whom it is about where not all share it.
class Sentences {
 public:
  void add(const std::string& sentence, const std::string& about) {
    if (!about_.contains(sentence)) order_.push_back(sentence);
    about_[sentence].push_back(about);
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (const auto& sentence : order_) notes.push_back(prefix(about_.at(sentence)) + sentence);
    return notes;
  }

 private:
  static constexpr std::size_t kMostNames = 3;

  [[nodiscard]] std::string prefix(const std::vector<std::string>& names) const {
    if (order_.size() == 1) return "";
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) text += (i > 0 ? ", " : "") + names[i];
    if (names.size() > kMostNames) text += " and " + std::to_string(names.size() - kMostNames) + " more";
    return text + ": ";
  }

  std::vector<std::string> order_;
  std::map<std::string, std::vector<std::string>> about_;
};

// From subjects to trials; the sentences about them go into `notes`.
std::vector<CommandTrialPlan> designed(const CompareOptions& options, std::vector<Subject> subjects,
                                       std::vector<std::string>& notes, const std::atomic<bool>& interrupted) {
  std::vector<CommandTrialPlan> trials;
  Sentences sentences;
  for (auto& [trial, sharing] : subjects) {
    const auto shapes = observe(trial, options, interrupted);
    const auto choice =
        choose_design({.asked = options.design,
                       .sharing = sharing,
                       .preparation = options.prepare.empty() ? Preparation::None : Preparation::BeforeEachRun,
                       .metric = trial.metric,
                       .shapes = shapes});
    trial.threads = std::max(trial.threads, threads_of(shapes));
    if (!trial.failure) sentences.add(choice.sentence, label_of(trial));
    for (const auto design : choice.designs) {
      trial.design = design;
      trials.push_back(trial);
      if (trial.failure) break;  // said once
    }
  }
  for (auto& note : sentences.notes()) notes.push_back(std::move(note));
  return trials;
}

// What is compared, whatever the design.
std::string subject_of(const std::string& name, const harness::Parameters& parameters) {
  harness::Parameters without;
  for (const auto& [parameter, value] : parameters.values()) {
    if (parameter != harness::kDesign) without.add(parameter, value);
  }
  return name + '\n' + to_string(without);
}

// Stops a trial when it is decided, and the one that gives its size with it, so that both have seen as much; all when
// the budget is spent.
class Stopping {
 public:
  Stopping(const CommandSuitePlan& plan, Budget& budget, int first_look, StopRule decided)
      : budget_(budget), first_look_(first_look), decided_(std::move(decided)) {
    for (const auto& trial : plan.trials) {
      if (trial.design == CommandDesign::Duet) duets_.insert(subject_of(trial.name, trial.parameters));
    }
  }

  bool operator()(const Trial& trial) {
    const int launch_pairs = static_cast<int>(trial.launch_pairs.size());
    const std::string subject = subject_of(trial.scenario, trial.parameters);
    const bool gives_size =
        duets_.contains(subject) && trial.parameters.text(harness::kDesign) != to_string(CommandDesign::Duet);
    const bool settled = gives_size ? done_.contains(subject) && launch_pairs >= first_look_ : decided_(trial);
    if (!settled) return budget_.ends(launch_pairs);
    done_.insert(subject);
    return true;
  }

 private:
  Budget& budget_;
  int first_look_;
  StopRule decided_;
  std::set<std::string> duets_;  // subjects that have one
  std::set<std::string> done_;   // subjects that are decided
};

int launch_pairs(const CompareOptions& options) { return options.launch_pairs.value_or(kMostLaunchPairs); }

}  // namespace

harness::stats::Rule comparison_rule(const CompareOptions& options) {
  const harness::stats::Rule rule{
      .confidence = options.confidence, .tolerance = options.tolerance, .looks = looks_up_to(launch_pairs(options))};
  check(rule);
  return rule;
}

MeasuredRun comparison_run(const CompareOptions& options, std::uint64_t seed) {
  return {.run = begin_run_record(harness::RunKind::Compare, seed, options.command_line),
          .rule = comparison_rule(options),
          .store = options.store,
          .format = options.format,
          .fail_on = options.fail_on,
          .progress = options.quiet ? Progress::Show::Never : Progress::Show::Always,
          .trials = {},
          .launch_pairs = launch_pairs(options)};
}

int measure_subjects(const CompareOptions& options, std::vector<Subject> subjects, std::vector<std::string> notes) {
  (void)results::formats::format_named(options.format);  // a misspelt format is said before anything is measured
  const auto rule = comparison_rule(options);
  const int first_look = rule.looks.empty() ? launch_pairs(options) : rule.looks.front();
  Budget budget(options.budget, kDefaultBudget, first_look);
  CommandSuitePlan plan{.seed = options.seed.value_or(std::random_device{}()),
                        .launch_pairs = launch_pairs(options),
                        .warm_up = std::max(0, options.warm_up - 1),  // being observed was the first
                        .run_timeout = options.timeout};
  try {
    plan.trials = designed(options, std::move(subjects), notes, watch_for_interruption());
  } catch (const harness::drive::Interrupted&) {
    return kInterrupted;
  }
  check(plan);
  MeasuredRun measured = comparison_run(options, plan.seed);
  measured.run.notes = std::move(notes);
  measured.closing_notes = [&budget] { return budget.notes(); };
  for (const auto& trial : plan.trials)
    measured.trials.push_back(label_of(trial) + " " + std::string(to_string(trial.design)));
  return measure_and_report(std::move(measured), [&](auto& observer, const auto& decided, const auto& interrupted) {
    return run_commands(plan, observer, Stopping(plan, budget, first_look, decided), interrupted);
  });
}

}  // namespace cli
