// The format "text".
#include "results/formats/text.h"

#include <string>
#include <utility>
#include <vector>

#include "results/formats/claims.h"
#include "results/formats/display.h"
#include "results/formats/footnotes.h"
#include "results/formats/groups.h"
#include "results/formats/numbers.h"
#include "results/formats/rows.h"
#include "results/formats/recording_text.h"
#include "results/formats/sentences.h"
#include "results/formats/table.h"
#include "results/formats/trust.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Report;

std::string label_of(const Comparison& comparison) {
  const std::string parameters = harness::to_string(comparison.parameters);
  return "  " + one_line(parameters.empty() ? "-" : parameters);
}

void append_times(std::vector<TableCell>& cells, const Comparison& comparison) {
  BeforeAfter texts;
  if (comparison.before_median && comparison.after_median) {
    texts = before_after(*comparison.before_median, *comparison.after_median, comparison.metric.unit);
  }
  cells.emplace_back(texts.before);
  cells.emplace_back(texts.before.empty() ? "" : "->");
  cells.emplace_back(one_line(texts.after));
}

void append_speedup(std::vector<TableCell>& cells, const std::optional<harness::Speedup>& speedup,
                    harness::Direction direction) {
  if (!speedup) {
    cells.insert(cells.end(), 3, "");
    return;
  }
  cells.push_back(factor(speedup->ratio));
  cells.emplace_back(speedup->interval ? interval(*speedup->interval) : "[no interval]");
  cells.push_back(change(harness::change_percent(speedup->ratio, direction)));
}

std::string metric_suffix(const Group& group, const Comparison& comparison) {
  return share_metric(group) || comparison.metric.name.empty() ? "" : " (" + one_line(comparison.metric.name) + ")";
}

TableCell verdict_cell(harness::Verdict verdict, const TextStyle& style) {
  std::string word(harness::to_string(verdict));
  if (!style.paint) return word;
  return {std::move(word), [verdict, &style](const std::string& padded) { return style.paint(verdict, padded); }};
}

std::vector<TableCell> row_of(const Group& group, const Comparison& comparison, const TextStyle& style,
                              Footnotes& footnotes) {
  std::vector<TableCell> cells{label_of(comparison) + metric_suffix(group, comparison)};
  append_times(cells, comparison);
  append_speedup(cells, comparison.median, comparison.metric.direction);
  append_speedup(cells, comparison.mean, comparison.metric.direction);
  cells.pop_back();  // the change of the mean is left to the other formats: the row is full
  cells.push_back(verdict_cell(comparison.verdict, style));
  const harness::Reported* claim = claim_of(comparison);
  cells.emplace_back(claim ? factor(claim->speedup) : "");
  cells.push_back(marks(footnotes.numbers_of(comparison)));
  return cells;
}

std::string heading_of(const Group& group) {
  const std::string& metric = group.rows[0]->metric.name;
  return one_line(group.variants) + (share_metric(group) && !metric.empty() ? ", " + one_line(metric) : "");
}

std::string comparison_table(const Report& report, const TextStyle& style, Footnotes& footnotes) {
  Table table({{0, Align::Left},  // parameters
               {2, Align::Right, 6},
               {1, Align::Left},
               {1, Align::Left},  // before -> after
               {2, Align::Right},
               {1, Align::Left},
               {1, Align::Right},  // median speedup, its change
               {2, Align::Right},
               {1, Align::Left},  // mean speedup
               {2, Align::Left},
               {2, Align::Right, 8},
               {1, Align::Left}},  // verdict, reported, marks
              style.columns);
  table.add_heading({"", "before", "->", "after", "median speedup", "", "", "mean speedup", "", "verdict", "reported"});
  for (const Group& group : grouped(report.comparisons)) {
    table.add_heading({one_line(group.scenario), heading_of(group)});
    for (const Comparison* row : group.rows) table.add_row(row_of(group, *row, style, footnotes));
  }
  return table.text();
}

std::string paragraph(const std::string& mark, const std::string& text, int columns) {
  std::string out;
  const std::string indent(mark.size(), ' ');
  for (const std::string& line : wrapped(one_line(text), columns - static_cast<int>(mark.size()))) {
    out += (out.empty() ? mark : indent) + line + "\n";
  }
  return out;
}

std::string footnote_text(const std::vector<Footnote>& footnotes, int columns) {
  std::string out;
  for (std::size_t i = 0; i < footnotes.size(); ++i) {
    const std::string mark = "(" + std::to_string(i + 1) + ") ";
    out += paragraph(mark, footnotes[i].sentence, columns);
    for (const std::string& line : lines_of(footnotes[i].stderr_tail)) {
      out += std::string(mark.size(), ' ') + "| " + line + "\n";
    }
  }
  return out;
}

std::vector<TableCell> claim_row(const Comparison& comparison) {
  const harness::Direction direction = comparison.metric.direction;
  const double reported = claim_of(comparison)->speedup;
  std::vector<TableCell> cells{label_of(comparison), factor(reported),
                               change(harness::change_percent(reported, direction))};
  append_speedup(cells, comparison.median, direction);
  if (!comparison.median) cells.back() = "not measured";
  return cells;
}

std::string claim_table(const std::vector<Group>& claims, int columns) {
  Table table({{0, Align::Left},
               {2, Align::Right},
               {1, Align::Right},  // parameters, reported
               {2, Align::Right},
               {1, Align::Left},
               {1, Align::Right}},
              columns);  // measured here
  table.add_heading({"", "reported", "", "measured here"});
  std::string notes;
  for (const Group& group : claims) {
    const harness::Reported& claim = *claim_of(*group.rows.front());
    table.add_heading({one_line(group.scenario), one_line(claim.metric + ", " + claim.source)});
    for (const Comparison* row : group.rows) table.add_row(claim_row(*row));
    for (const std::string& note : claim_notes(group)) notes += paragraph("  ", group.scenario + ", " + note, columns);
  }
  return "Median speedups reported at the source, and measured here\n" + table.text() + notes;
}

std::string opening(const Report& report, int columns) {
  std::string out = paragraph("", run_sentence(report.run) + " " + machine_sentence(report.machine), columns);
  for (const std::string& note : report.machine.notes) out += paragraph("! ", note, columns);
  for (const std::string& note : report.run.notes) out += paragraph("- ", note, columns);
  for (const std::string& doubt : doubts_of(report)) out += paragraph("!! ", doubt, columns);
  return out;
}

std::string canary_text(const std::vector<Comparison>& canaries, int columns) {
  std::string out = "Canaries: the same program against its own copy, and against itself with more work\n";
  for (const std::string& sentence : canary_sentences(canaries)) out += paragraph("  ", sentence, columns);
  return out;
}

}  // namespace

std::string write_text(const Report& report, const TextStyle& style) {
  std::string out = opening(report, style.columns);
  Footnotes footnotes;
  if (!report.comparisons.empty()) out += "\n" + comparison_table(report, style, footnotes);
  if (!footnotes.footnotes().empty()) out += "\n" + footnote_text(footnotes.footnotes(), style.columns);
  const std::vector<Group> claims = claimed(report.comparisons);
  if (!claims.empty()) out += "\n" + claim_table(claims, style.columns);
  if (!report.canaries.empty()) out += "\n" + canary_text(report.canaries, style.columns);
  if (report.comparisons.empty() && !report.recordings.empty()) out += "\n" + recording_table(report.recordings, style.columns);
  out += "\n" + paragraph("", reading_sentence(report.comparisons), style.columns);
  if (const auto overview = overview_of(report)) out += paragraph("", suite_sentence(*overview), style.columns);
  return out + paragraph("", totals_sentence(report.comparisons), style.columns);
}

const Format kText{
    .name = "text", .extension = "txt", .description = "a table for a terminal", .write = [](const Report& report) {
      return write_text(report, {});
    }};

}  // namespace results::formats
