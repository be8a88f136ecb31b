// One comparison in depth: its launch pairs in run order, every batch, and its history over runs.
#include <algorithm>
#include <cmath>

#include "harness/stats/descriptive.h"
#include "results/formats/numbers.h"
#include "results/formats/report_json.h"
#include "web/api/json.h"
#include "web/api/resources.h"
#include "web/api/text.h"

namespace web::api {
namespace {

using harness::Comparison;
using results::store::Store;
namespace formats = results::formats;

// How far back a scenario is looked for that the last run did not measure.
constexpr int kRunsLookedThrough = 50;
constexpr int kHistory = 400;
constexpr int kMostHistory = 2000;

struct Wanted {
  std::string name;
  std::optional<std::string> parameters, before, after;  // absent: any
};

bool fits(const Wanted& wanted, const Comparison& comparison) {
  return comparison.scenario == wanted.name &&
         (!wanted.parameters || *wanted.parameters == harness::to_string(comparison.parameters)) &&
         (!wanted.before || *wanted.before == comparison.before.variant.name) &&
         (!wanted.after || *wanted.after == comparison.after.variant.name);
}

struct Found {
  harness::Report report;
  std::size_t at = 0;

  [[nodiscard]] const Comparison& comparison() const { return report.comparisons[at]; }
};

std::optional<Found> find_in(const Store& store, const std::string& run_id, const Wanted& wanted) {
  auto report = store.report(run_id);
  if (!report) return std::nullopt;
  for (std::size_t i = 0; i < report->comparisons.size(); ++i) {
    if (fits(wanted, report->comparisons[i])) return Found{*std::move(report), i};
  }
  return std::nullopt;
}

// In the run asked for, or else the newest run that has it.
Found find(const Query& query, const Store& store, const Wanted& wanted) {
  if (const auto run_id = query.find("run")) {
    if (!store.run(*run_id)) throw Problem(404, "there is no run '" + *run_id + "' in the store");
    if (auto found = find_in(store, *run_id, wanted)) return *std::move(found);
    throw Problem(404, "run '" + *run_id + "' did not measure '" + wanted.name + "' in this way");
  }
  if (const auto latest = store.latest_run()) {
    if (auto found = find_in(store, latest->id, wanted)) return *std::move(found);
  }
  for (const auto& each : store.runs(kRunsLookedThrough)) {
    if (auto found = find_in(store, each.run.id, wanted)) return *std::move(found);
  }
  throw Problem(404, "no recent run measured '" + wanted.name + "' in this way");
}

Json launch_pairs_json(const Comparison& comparison) {
  Json out = Json::array();
  for (const harness::LaunchPairEstimate& each : comparison.estimates) {
    const double speedup = std::exp(each.log_speedup);
    out.push_back({{"before_median", each.before_median},
                   {"after_median", each.after_median},
                   {"speedup", speedup},
                   {"text",
                    {{"before_median", formats::quantity(each.before_median, comparison.metric.unit)},
                     {"after_median", formats::quantity(each.after_median, comparison.metric.unit)},
                     {"speedup", formats::factor(speedup)}}}});
  }
  return out;
}

// The five figures of a box and the points it stands for, one per launch pair.
Json distribution_json(const std::vector<double>& values, const std::string& unit) {
  using harness::stats::quantile;
  const double min = quantile(values, 0), q1 = quantile(values, 0.25), median = quantile(values, 0.5),
               q3 = quantile(values, 0.75), max = quantile(values, 1);
  return {{"items", values}, {"min", min}, {"q1", q1}, {"median", median}, {"q3", q3}, {"max", max},
          {"text",
           {{"min", formats::quantity(min, unit)},
            {"q1", formats::quantity(q1, unit)},
            {"median", formats::quantity(median, unit)},
            {"q3", formats::quantity(q3, unit)},
            {"max", formats::quantity(max, unit)}}}};
}

Json distributions_json(const Comparison& comparison) {
  if (comparison.estimates.empty()) return nullptr;
  std::vector<double> before, after;
  for (const harness::LaunchPairEstimate& each : comparison.estimates) {
    before.push_back(each.before_median);
    after.push_back(each.after_median);
  }
  return {{"before", distribution_json(before, comparison.metric.unit)},
          {"after", distribution_json(after, comparison.metric.unit)}};
}

int variant_index(const harness::Trial& trial, const std::string& name) {
  for (std::size_t i = 0; i < trial.variants.size(); ++i) {
    if (trial.variants[i].variant.name == name) return static_cast<int>(i);
  }
  return -1;
}

// Per unit of work, in run order; the warm-up round is left out, as it is from the judgement.
Json batches_of(const harness::Trial& trial, int variant, int column) {
  Json pairs = Json::array(), values = Json::array();
  for (const harness::LaunchPair& pair : trial.launch_pairs) {
    for (const harness::Batch& batch : pair.batches) {
      if (batch.variant != variant || batch.round < 0 || batch.items <= 0) continue;
      const double value = batch.values[static_cast<std::size_t>(column)] / batch.items;
      if (!std::isfinite(value)) continue;
      pairs.push_back(pair.index);
      values.push_back(value);
    }
  }
  return {{"launch_pair", std::move(pairs)}, {"value", std::move(values)}};
}

Json batches_json(const Store& store, const Found& found) {
  const Comparison& comparison = found.comparison();
  for (const harness::Trial& trial : store.trials(found.report.run.id)) {
    if (trial.scenario != comparison.scenario || trial.parameters != comparison.parameters) continue;
    const int column = harness::metric_column(trial, comparison.metric.name);
    const int before = variant_index(trial, comparison.before.variant.name);
    const int after = variant_index(trial, comparison.after.variant.name);
    if (column < 0 || before < 0 || after < 0) continue;
    return {{"before", batches_of(trial, before, column)}, {"after", batches_of(trial, after, column)}};
  }
  return nullptr;
}

Json history_json(const Query& query, const Store& store, const Comparison& comparison) {
  Json out = Json::array();
  const results::store::HistoryQuery wanted{.scenario = comparison.scenario,
                                            .parameters = harness::to_string(comparison.parameters),
                                            .before = comparison.before.variant.name,
                                            .after = comparison.after.variant.name,
                                            .limit = query.number_or("limit", kHistory, 1, kMostHistory)};
  for (const results::store::HistoryPoint& point : store.history(wanted)) {
    const Json judged = comparison_json(point.comparison);
    Json row = {{"run", point.run_id}, {"started_at", point.started_at}, {"revision", point.revision},
                {"machine", point.machine}};
    for (const char* name : {"launch_pairs", "median_speedup", "median_speedup_interval", "median_change_percent",
                             "mean_speedup", "verdict", "text"}) {
      row[name] = judged[name];
    }
    out.push_back(std::move(row));
  }
  return out;
}

// The other comparisons of this scenario in the same run, for the page's own links.
Json siblings_json(const Found& found) {
  Json out = Json::array();
  for (const Comparison& each : found.report.comparisons) {
    if (each.scenario != found.comparison().scenario) continue;
    out.push_back({{"parameters", harness::to_string(each.parameters)},
                   {"before", each.before.variant.name},
                   {"after", each.after.variant.name},
                   {"verdict", harness::to_string(each.verdict)},
                   {"link", scenario_link(each)}});
  }
  return out;
}

}  // namespace

std::string scenario(const Query& query, const Store& store) {
  query.allow_only({"name", "parameters", "before", "after", "run", "limit"});
  const Wanted wanted{query.required("name"), query.find("parameters"), query.find("before"), query.find("after")};
  const Found found = find(query, store, wanted);
  return to_text({{"schema", "tandem.scenario/1"},
                  {"run", run_json(found.report.run)},
                  {"machine", formats::machine_to_json(found.report.machine)},
                  {"place", place_text(found.report.machine)},
                  {"comparison", comparison_json(found.comparison())},
                  {"launch_pairs", launch_pairs_json(found.comparison())},
                  {"distributions", distributions_json(found.comparison())},
                  {"batches", batches_json(store, found)},
                  {"history", history_json(query, store, found.comparison())},
                  {"siblings", siblings_json(found)}});
}

}  // namespace web::api
