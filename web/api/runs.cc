#include "results/formats/report_json.h"
#include "web/api/json.h"
#include "web/api/resources.h"

namespace web::api {
namespace {

constexpr int kRunsOnAPage = 100;
constexpr int kMostRunsOnAPage = 1000;

// "/api/v1/runs/ID/report" -> "ID"
std::string run_id(const Query& query) {
  constexpr std::string_view kRuns = "/api/v1/runs/";
  const std::string rest = query.path().substr(kRuns.size());
  return rest.substr(0, rest.find('/'));
}

harness::Report report_of(const Query& query, const results::store::Store& store) {
  const std::string id = run_id(query);
  auto report = store.report(id);
  if (!report) throw Problem(404, "there is no run '" + id + "' in the store");
  return *std::move(report);
}

}  // namespace

std::string runs(const Query& query, const results::store::Store& store) {
  query.allow_only({"limit", "before"});
  const int limit = query.number_or("limit", kRunsOnAPage, 1, kMostRunsOnAPage);
  const auto found = store.runs(limit, query.text_or("before", ""));
  Json list = Json::array();
  for (const auto& each : found) list.push_back(run_json(each));
  Json out = {{"schema", "tandem.runs/1"}, {"runs", std::move(list)}};
  const bool full = static_cast<int>(found.size()) == limit;
  out["next"] = full ? Json("/api/v1/runs?limit=" + std::to_string(limit) + "&before=" + percent_encode(found.back().run.id))
                     : Json(nullptr);
  return to_text(out);
}

std::string run(const Query& query, const results::store::Store& store) {
  query.allow_only({});
  const harness::Report report = report_of(query, store);
  Json comparisons = Json::array();
  for (const auto& each : report.comparisons) comparisons.push_back(comparison_json(each));
  return to_text({{"schema", "tandem.run/1"},
                  {"run", run_json(report.run)},
                  {"machine", results::formats::machine_to_json(report.machine)},
                  {"counts", counts_json(report.comparisons)},
                  {"comparisons", std::move(comparisons)}});
}

std::string run_report(const Query& query, const results::store::Store& store) {
  query.allow_only({});
  return results::formats::dump(results::formats::report_to_json(report_of(query, store)));
}

}  // namespace web::api
