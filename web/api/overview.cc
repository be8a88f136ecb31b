// How the last run went, for the page that people open every morning.
#include <algorithm>
#include <cmath>

#include "results/formats/report_json.h"
#include "web/api/json.h"
#include "web/api/resources.h"
#include "web/api/text.h"
#include "web/api/verdicts.h"

namespace web::api {
namespace {

using harness::Comparison;

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

}  // namespace

std::string overview(const Query& query, const results::store::Store& store) {
  query.allow_only({"run"});
  auto report = asked_report(query, store);
  if (!report) return to_text({{"schema", "tandem.overview/1"}, {"run", nullptr}, {"comparisons", Json::array()}});
  std::stable_sort(report->comparisons.begin(), report->comparisons.end(), needs_attention_before);
  Json comparisons = Json::array();
  for (const Comparison& each : report->comparisons) comparisons.push_back(comparison_json(each));
  return to_text({{"schema", "tandem.overview/1"},
                  {"run", run_json(report->run)},
                  {"machine", results::formats::machine_to_json(report->machine)},
                  {"counts", counts_json(report->comparisons)},
                  {"place", place_text(report->machine)},
                  {"sentence", place_text(report->machine) + ": " + counts_text(report->comparisons)},
                  {"comparisons", std::move(comparisons)}});
}

}  // namespace web::api
