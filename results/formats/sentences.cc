#include "results/formats/sentences.h"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "results/formats/numbers.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::RunState;
using harness::Verdict;

constexpr Verdict kVerdicts[] = {Verdict::Improved,  Verdict::Regressed, Verdict::Unchanged,
                                 Verdict::Undecided, Verdict::Mixed,     Verdict::Invalid};

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// "95 %", or "95 % to 99 %" where comparisons differ.
template <class Projection>
std::string range_of(const std::vector<Comparison>& comparisons, Projection projection) {
  const auto [least, most] = std::ranges::minmax(comparisons | std::views::transform(projection));
  return least == most ? percent(least) : percent(least) + " to " + percent(most);
}

std::string failure_note(const harness::Failure& failure) {
  const std::string who = failure.variant.empty() ? "" : " of " + failure.variant;
  return "failed at stage " + std::string(harness::to_string(failure.stage)) + who + ": " + failure.message;
}

// Beyond these the figures say only that the noise is too large: nobody looks for x2 by statistics, or runs so many.
constexpr double kLargestEffectSaid = 1.0;
constexpr int kMostLaunchPairsSaid = 1000;

std::string effect_said(double effect) {
  return effect <= kLargestEffectSaid ? percent(effect) : "only more than " + percent(kLargestEffectSaid);
}

std::string launch_pairs_said(int launch_pairs) {
  return launch_pairs <= kMostLaunchPairsSaid ? "about " + std::to_string(launch_pairs)
                                              : "more than " + std::to_string(kMostLaunchPairsSaid);
}

// What deciding would take; empty where nobody can tell.
std::string undecided_note(const Comparison& comparison) {
  std::string note = counted(static_cast<std::size_t>(comparison.launch_pairs), "launch pair");
  if (comparison.minimum_detectable_effect) note += " can see " + effect_said(*comparison.minimum_detectable_effect);
  if (comparison.launch_pairs_needed) {
    note += comparison.minimum_detectable_effect ? "; " : " do not decide; ";
    note += percent(comparison.tolerance) + " needs " + launch_pairs_said(*comparison.launch_pairs_needed);
  }
  const bool says_something = comparison.minimum_detectable_effect || comparison.launch_pairs_needed;
  if (says_something) return note;
  return comparison.warnings.empty() ? note + " cannot tell yet; run with more" : "";
}

std::string state_of(const harness::Run& run) {
  switch (run.state) {
    case RunState::Running:
      return " is running";
    case RunState::Interrupted:
      return " was interrupted: this is what it had measured";
    case RunState::Failed:
      return " failed";
    case RunState::Done:
      break;
  }
  return " took " + duration(run.elapsed_seconds) + ", " + duration(run.batch_seconds) + " of it in batches";
}

}  // namespace

std::string totals_sentence(const std::vector<Comparison>& comparisons) {
  std::vector<std::string> parts;
  for (const Verdict verdict : kVerdicts) {
    const auto count = std::ranges::count(comparisons, verdict, &Comparison::verdict);
    if (count > 0) parts.push_back(std::to_string(count) + " " + std::string(harness::to_string(verdict)));
  }
  if (parts.empty()) return "No comparisons.";
  return counted(comparisons.size(), "comparison") + ": " + join(parts) + ".";
}

std::string run_sentence(const harness::Run& run) {
  std::string what(harness::to_string(run.kind));
  if (!run.preset.empty()) what += ", " + run.preset;
  return "Run " + run.id + " (" + what + ")" + state_of(run) + "; seed " + std::to_string(run.seed) + ".";
}

std::string machine_sentence(const harness::Machine& machine) {
  std::vector<std::string> parts{machine.cpu_model, counted(static_cast<std::size_t>(machine.cores), "core"),
                                 machine.kernel, machine.hypervisor};
  std::erase(parts, "");
  return join(parts) + ".";
}

std::string reading_sentence(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return "";
  if (is_recorded(comparisons)) {
    return "Before and after are medians of recorded values; a speedup above x1 is better; intervals (Hodges-Lehmann, "
           "unpaired) hold with " + range_of(comparisons, &Comparison::confidence) + " confidence; a change below " +
           range_of(comparisons, &Comparison::tolerance) + " counts as unchanged; at most " +
           percent(1 - comparisons.front().confidence) + " of the changes called are expected to be false.";
  }
  return "Before and after are medians per unit of work; a speedup above x1 is better; intervals hold with " +
         range_of(comparisons, &Comparison::confidence) + " confidence; a change below " +
         range_of(comparisons, &Comparison::tolerance) +
         " counts as unchanged. A median speedup pairs launches, so it need not be the ratio of the medians beside it; "
         "verdicts come from the decision interval (Hodges-Lehmann), usually narrower than the median's own.";
}

bool is_recorded(const std::vector<Comparison>& comparisons) {
  return std::ranges::any_of(comparisons, [](const Comparison& one) { return one.recorded.has_value(); });
}

std::string variants_of(const Comparison& comparison) {
  const harness::Variant& after = comparison.after.variant;
  std::string text = comparison.before.variant.name + " -> " + after.name;
  if (after.role != harness::Role::After) text += " (" + std::string(harness::to_string(after.role)) + ")";
  return text;
}

std::vector<std::string> notes_of(const Comparison& comparison) {
  std::vector<std::string> notes;
  if (comparison.failure) notes.push_back(failure_note(*comparison.failure));
  if (comparison.verdict == Verdict::Undecided && !comparison.recorded) notes.push_back(undecided_note(comparison));
  std::ranges::copy(comparison.warnings, std::back_inserter(notes));
  std::erase(notes, "");
  return notes;
}

}  // namespace results::formats
