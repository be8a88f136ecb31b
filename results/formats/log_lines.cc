// Lines of a log that hold a name, a number and a unit: "BlockingGet() rate: 238495 calls/sec", "time total: 4419.16 ms".
// A name is a scenario, each of its lines a sample; the unit says which way is better.
#include "results/formats/figures.h"
#include "results/formats/foreign_output.h"
#include "results/formats/input_file.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

// A line that was cut may have lost digits and still read as a number.
std::string last_line_without_end(std::string_view text) {
  if (text.ends_with('\n')) return "";
  return std::string(text.substr(text.rfind('\n') + 1));
}

harness::Recording read_log_lines(std::string& text, std::string_view) {
  const std::string plain = plain_lines(text);
  const std::string cut = last_line_without_end(plain);
  RecordingBuilder builder(kLogLines.name);
  const FiguresInText figures = figures_in(std::string_view(plain).substr(0, plain.size() - cut.size()));
  if (!cut.empty()) builder.leave_out("lines without an end, which may be cut", cut);
  for (const Figure& figure : figures.lines) add_figure(builder, figure);
  for (const std::string& line : figures.summaries) builder.leave_out("summaries, which samples give again", line);
  for (const PerfBlock& block : figures.perf) {
    for (const Figure& figure : block.figures) add_figure(builder, figure);
  }
  return builder.finish();
}

// Anything may hold such a line, so this is asked last, and not of what is known to be something else.
bool recognises_log_lines(std::string_view text) {
  return !is_foreign_output(text) && !figures_in(plain_lines(text)).lines.empty();
}

}  // namespace

const Format kLogLines{.name = "log-lines",
                       .extension = "log",
                       .description = "lines with a name, a number and a unit",
                       .recognises = recognises_log_lines,
                       .read = read_log_lines};

}  // namespace results::formats
