// The format "markdown": for a CI step summary or a comment. What changed stands first, what did not is folded.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/formats/claims.h"
#include "results/formats/footnotes.h"
#include "results/formats/markdown_text.h"
#include "results/formats/numbers.h"
#include "results/formats/rows.h"
#include "results/formats/sentences.h"
#include "results/formats/trust.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Report;
using harness::Verdict;

// By this a later report finds the comment to put itself in place of.
constexpr std::string_view kMarker = "<!-- tandem-report -->\n";

// More rows than this hide each other; the rest is folded.
constexpr std::size_t kMostOpenRows = 20;

constexpr std::string_view kMissing = "\xE2\x80\x93";  // an en dash

// What needs a person comes first.
int urgency(const Comparison* comparison) {
  switch (comparison->verdict) {
    case Verdict::Regressed:
      return 0;
    case Verdict::Invalid:
      return 1;
    case Verdict::Mixed:
      return 2;
    case Verdict::Undecided:
      return 3;
    case Verdict::Improved:
      return 4;
    case Verdict::Unchanged:
      break;
  }
  return 5;
}

std::vector<const Comparison*> by_urgency(const std::vector<Comparison>& comparisons) {
  std::vector<const Comparison*> rows;
  for (const Comparison& comparison : comparisons) rows.push_back(&comparison);
  std::ranges::stable_sort(rows, {}, urgency);
  return rows;
}

std::string times(const Comparison& comparison) {
  if (!comparison.before_median || !comparison.after_median) return std::string(kMissing);
  const auto [before, after] =
      before_after(*comparison.before_median, *comparison.after_median, comparison.metric.unit);
  return before + " \xE2\x86\x92 " + markdown_text(after);
}

std::string speedup_and_change(const std::optional<harness::Speedup>& value, harness::Direction direction) {
  if (!value) return std::string(kMissing);
  const std::string interval_text = value->interval ? " " + interval(*value->interval) : "";
  return factor(value->ratio) + interval_text + "<br>" + change(harness::change_percent(value->ratio, direction));
}

std::string verdict_cell(const Comparison& comparison, const std::string& mark) {
  const std::string word(harness::to_string(comparison.verdict));
  const bool loud = comparison.verdict == Verdict::Regressed || comparison.verdict == Verdict::Invalid;
  return (loud ? "**" + word + "**" : word) + (mark.empty() ? "" : " " + mark);
}

std::string row(const Comparison& comparison, Footnotes& footnotes) {
  const harness::Reported* claim = claim_of(comparison);
  std::string out;
  for (const std::string& cell :
       {markdown_text(comparison.scenario), markdown_text(harness::to_string(comparison.parameters)),
        markdown_text(variants_of(comparison)), markdown_text(comparison.metric.name), times(comparison),
        speedup_and_change(comparison.median, comparison.metric.direction),
        speedup_and_change(comparison.mean, comparison.metric.direction),
        comparison.noise_floor ? percent(*comparison.noise_floor) : std::string(kMissing),
        verdict_cell(comparison, marks(footnotes.numbers_of(comparison))),
        claim ? factor(claim->speedup) : std::string(kMissing)}) {
    out += "| " + cell + " ";
  }
  return out + "|\n";
}

using Rows = std::span<const Comparison* const>;

std::string table(Rows rows, Footnotes& footnotes) {
  std::string out =
      "| scenario | parameters | variants | metric | before \xE2\x86\x92 after | median speedup | mean speedup | "
      "noise floor | verdict | reported |\n|---|---|---|---|--:|--:|--:|--:|---|--:|\n";
  for (const Comparison* comparison : rows) out += row(*comparison, footnotes);
  return out;
}

std::string folded(const std::string& summary, const std::string& content) {
  return "<details><summary>" + summary + "</summary>\n\n" + content + "\n</details>\n\n";
}

std::string footnote_list(const std::vector<Footnote>& footnotes) {
  std::string out;
  for (std::size_t i = 0; i < footnotes.size(); ++i) {
    out += "(" + std::to_string(i + 1) + ") " + markdown_text(footnotes[i].sentence) + "\n";
    out += footnotes[i].stderr_tail.empty() ? "\n" : markdown_preformatted(footnotes[i].stderr_tail) + "\n";
  }
  return out;
}

std::string claims(const std::vector<Group>& groups) {
  std::string rows = "| scenario | parameters | reported | measured here | at the source |\n|---|---|--:|--:|---|\n";
  for (const Group& group : groups) {
    for (const Comparison* comparison : group.rows) {
      const harness::Reported& claim = *claim_of(*comparison);
      const harness::Direction direction = comparison->metric.direction;
      rows += "| " + markdown_text(group.scenario) + " | " + markdown_text(harness::to_string(comparison->parameters)) +
              " | " + speedup_and_change(harness::Speedup{claim.speedup, {}}, direction) + " | " +
              speedup_and_change(comparison->median, direction) + " | " +
              markdown_text(claim.metric + ", " + claim.source) + " |\n";
    }
  }
  rows += "\n";
  for (const Group& group : groups) {
    for (const std::string& note : claim_notes(group)) rows += "- " + markdown_text(group.scenario + ", " + note) + "\n";
  }
  return rows;
}

std::string note_list(const std::vector<std::string>& notes) {
  std::string out;
  for (const std::string& note : notes) out += "- " + markdown_text(note) + "\n";
  return out.empty() ? out : out + "\n";
}

// Loud: they stand before the table.
std::string doubt_list(const std::vector<std::string>& doubts) {
  std::string out;
  for (const std::string& doubt : doubts) out += "> **" + markdown_text(doubt) + "**\n>\n";
  return out.empty() ? out : out + "\n";
}

std::string canary_list(const Report& report) {
  std::string out;
  for (const std::string& sentence : canary_sentences(report.canaries)) {
    out += "Canaries: " + markdown_text(sentence) + "\n\n";
  }
  return out;
}

std::string tables(const Report& report) {
  const std::vector<const Comparison*> ordered = by_urgency(report.comparisons);
  const auto same = std::ranges::find(ordered, Verdict::Unchanged, &Comparison::verdict);
  const Rows changed(ordered.begin(), same);
  const Rows open = changed.first(std::min(changed.size(), kMostOpenRows));
  const Rows more = changed.subspan(open.size());
  const Rows unchanged(same, ordered.end());
  Footnotes footnotes;
  std::string out;
  if (!open.empty()) out += table(open, footnotes) + "\n";
  if (!more.empty()) out += folded("and " + std::to_string(more.size()) + " more", table(more, footnotes));
  if (!unchanged.empty()) out += folded(std::to_string(unchanged.size()) + " unchanged", table(unchanged, footnotes));
  return out + footnote_list(footnotes.footnotes());
}

std::string write_markdown(const Report& report) {
  std::string out(kMarker);
  out += "**" + totals_sentence(report.comparisons) + "**\n\n";
  out += doubt_list(doubts_of(report));
  out += tables(report);
  const std::vector<Group> groups = claimed(report.comparisons);
  if (!groups.empty()) out += folded("reported at the source, and measured here", claims(groups));
  out += note_list(report.run.notes);
  out += note_list(report.machine.notes);
  out += canary_list(report);
  if (const auto overview = overview_of(report)) out += markdown_text(suite_sentence(*overview)) + "\n\n";
  if (!report.comparisons.empty()) out += reading_sentence(report.comparisons) + "\n\n";
  return out + markdown_text(run_sentence(report.run) + " " + machine_sentence(report.machine)) + "\n";
}

}  // namespace

const Format kMarkdown{.name = "markdown",
                       .extension = "md",
                       .description = "for a CI step summary or a comment",
                       .write = write_markdown};

}  // namespace results::formats
