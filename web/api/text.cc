#include "web/api/text.h"

#include <algorithm>

#include "results/formats/numbers.h"
#include "results/formats/sentences.h"
#include "web/api/verdicts.h"

namespace web::api {
namespace {

using harness::Comparison;
using harness::Verdict;

// The first of what the reports say about this comparison too, as a sentence.
std::string first_note(const Comparison& comparison, const std::string& otherwise) {
  std::string note = otherwise;
  if (const auto notes = results::formats::notes_of(comparison); !notes.empty()) note = notes.front();
  if (note.front() >= 'a' && note.front() <= 'z') note.front() = static_cast<char>(note.front() - 'a' + 'A');
  return note + ".";
}

}  // namespace

std::string place_text(const harness::Machine& machine) {
  if (machine.cpu_model.empty()) return "";
  return "on " + machine.cpu_model + ", " + std::to_string(machine.cores) + (machine.cores == 1 ? " core" : " cores");
}

std::string counts_text(const std::vector<Comparison>& comparisons) {
  std::string out;
  for (const Verdict verdict : kVerdicts) {
    const auto count = std::ranges::count(comparisons, verdict, &Comparison::verdict);
    if (count == 0) continue;
    out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(harness::to_string(verdict));
  }
  return out.empty() ? "nothing was compared" : out + " of " + std::to_string(comparisons.size());
}

std::string reason_text(const Comparison& comparison) {
  const std::string tolerance = "the tolerance of " + results::formats::percent(comparison.tolerance);
  switch (comparison.verdict) {
    case Verdict::Improved: return "After is faster: its interval lies above x1 and the gain reaches " + tolerance + ".";
    case Verdict::Regressed: return "After is slower: its interval lies below x1 and the loss reaches " + tolerance + ".";
    case Verdict::Unchanged: return "Proved to be the same: the whole interval lies within " + tolerance + ".";
    case Verdict::Mixed: return "Median and mean disagree: look at the distributions, not at one number.";
    case Verdict::Undecided: return first_note(comparison, "not enough evidence for either answer");
    case Verdict::Invalid: break;
  }
  return first_note(comparison, "the measurement is broken");
}

}  // namespace web::api
