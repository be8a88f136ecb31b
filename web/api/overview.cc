// How the last run went, for the page that people open every morning.
#include <algorithm>
#include <cmath>

#include "web/api/json.h"
#include "web/api/resources.h"

namespace web::api {
namespace {

using harness::Comparison;
using harness::Verdict;

// Trouble first, then what got worse, then what got better, then what needs nothing.
int rank(Verdict verdict) {
  switch (verdict) {
    case Verdict::Invalid: return 0;
    case Verdict::Regressed: return 1;
    case Verdict::Mixed: return 2;
    case Verdict::Improved: return 3;
    case Verdict::Undecided: return 4;
    case Verdict::Unchanged: return 5;
  }
  return 6;
}

double effect(const Comparison& comparison) {
  return comparison.median && comparison.median->ratio > 0 ? std::abs(std::log(comparison.median->ratio)) : 0;
}

bool needs_attention_before(const Comparison& a, const Comparison& b) {
  if (rank(a.verdict) != rank(b.verdict)) return rank(a.verdict) < rank(b.verdict);
  return effect(a) > effect(b);
}

std::optional<harness::Report> asked_report(const Query& query, const results::store::Store& store) {
  if (const auto id = query.find("run")) {
    auto report = store.report(*id);
    if (!report) throw Problem(404, "there is no run '" + *id + "' in the store");
    return report;
  }
  const auto latest = store.latest_run();
  return latest ? store.report(latest->id) : std::nullopt;
}

// "on AMD EPYC, 2 cores: 3 improved, 1 regressed of 4"
std::string sentence(const harness::Report& report) {
  const harness::Machine& machine = report.machine;
  std::string out;
  if (!machine.cpu_model.empty()) {
    out = "on " + machine.cpu_model + ", " + std::to_string(machine.cores) + (machine.cores == 1 ? " core" : " cores");
  }
  return out + ": " + counts_text(report.comparisons);
}

}  // namespace

std::string overview(const Query& query, const results::store::Store& store) {
  query.allow_only({"run"});
  auto report = asked_report(query, store);
  if (!report) return to_text({{"schema", "tandem.overview/1"}, {"run", nullptr}, {"comparisons", Json::array()}});
  std::stable_sort(report->comparisons.begin(), report->comparisons.end(), needs_attention_before);
  Json comparisons = Json::array();
  for (const Comparison& each : report->comparisons) comparisons.push_back(to_json(each));
  return to_text({{"schema", "tandem.overview/1"},
                  {"run", to_json(report->run)},
                  {"machine", to_json(report->machine)},
                  {"counts", counts_json(report->comparisons)},
                  {"sentence", sentence(*report)},
                  {"comparisons", std::move(comparisons)}});
}

}  // namespace web::api
