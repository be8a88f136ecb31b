#include "cli/nightly_text.h"

#include "results/formats/display.h"
#include "results/formats/formats.h"

namespace cli {

std::string gate_text(const GateResult& gated) {
  std::string out;
  for (const auto& finding : gated.findings) {
    out += (finding.fails ? "! " : "- ") + results::formats::one_line(finding.sentence) + "\n";
  }
  return out;
}

std::string nightly_text(const harness::Report& report, const GateResult& gated) {
  harness::Report shown = report;
  std::erase_if(shown.comparisons, [](const auto& row) { return row.verdict == harness::Verdict::Unchanged; });
  const std::size_t unchanged = report.comparisons.size() - shown.comparisons.size();
  std::string out = results::formats::format_named("text").write(shown);
  if (unchanged > 0) {
    out += std::to_string(unchanged) + (unchanged == 1 ? " comparison is" : " comparisons are") + " unchanged.\n";
  }
  return out + gate_text(gated);
}

}  // namespace cli
