#include "web/api/json.h"

#include <cmath>

#include "results/formats/claims.h"
#include "results/formats/numbers.h"
#include "results/formats/report_json.h"
#include "web/api/query.h"
#include "web/api/text.h"
#include "web/api/verdicts.h"

namespace web::api {
namespace {

using harness::Comparison;
namespace formats = results::formats;

void put_speedup_text(Json& to, const std::string& name, const std::optional<harness::Speedup>& speedup,
                      harness::Direction direction) {
  if (!speedup || !std::isfinite(speedup->ratio)) return;
  to[name + "_speedup"] = formats::factor(speedup->ratio);
  to[name + "_change"] = formats::change(harness::change_percent(speedup->ratio, direction));
  if (speedup->interval) to[name + "_interval"] = formats::interval(*speedup->interval);
}

void put_quantity_text(Json& to, const std::string& name, const std::optional<double>& value, const std::string& unit) {
  if (value && std::isfinite(*value)) to[name] = formats::quantity(*value, unit);
}

// A figure that is absent has no text either.
Json text_json(const Comparison& comparison) {
  const std::string& unit = comparison.metric.unit;
  Json text = {{"parameters", harness::to_string(comparison.parameters)}, {"reason", reason_text(comparison)}};
  put_speedup_text(text, "median", comparison.median, comparison.metric.direction);
  put_speedup_text(text, "mean", comparison.mean, comparison.metric.direction);
  put_quantity_text(text, "before_median", comparison.before_median, unit);
  put_quantity_text(text, "after_median", comparison.after_median, unit);
  put_quantity_text(text, "before_mean", comparison.before_mean, unit);
  put_quantity_text(text, "after_mean", comparison.after_mean, unit);
  if (const auto* claim = formats::claim_of(comparison)) text["reported_speedup"] = formats::factor(claim->speedup);
  if (comparison.noise_floor) text["noise_floor"] = formats::percent(*comparison.noise_floor);
  text["tolerance"] = formats::percent(comparison.tolerance);
  text["confidence"] = formats::percent(comparison.confidence);
  return text;
}

}  // namespace

Json run_json(const harness::Run& run) {
  Json out = formats::run_to_json(run);
  out["text"] = {{"elapsed", formats::duration(run.elapsed_seconds)}, {"batches", formats::duration(run.batch_seconds)}};
  return out;
}

Json run_json(const results::store::RunOverview& overview) {
  Json out = run_json(overview.run);
  out["trials"] = overview.trials;
  out["counts"] = {{"invalid", overview.invalid},     {"regressed", overview.regressed},
                   {"mixed", overview.mixed},         {"improved", overview.improved},
                   {"undecided", overview.undecided}, {"unchanged", overview.unchanged}};
  return out;
}

Json comparison_json(const Comparison& comparison) {
  Json out = formats::comparison_to_json(comparison);
  out.erase("estimates");
  out["text"] = text_json(comparison);
  out["link"] = scenario_link(comparison);
  return out;
}

Json counts_json(const std::vector<Comparison>& comparisons) {
  Json out = Json::object();
  for (const harness::Verdict verdict : kVerdicts) {
    out[std::string(harness::to_string(verdict))] = std::ranges::count(comparisons, verdict, &Comparison::verdict);
  }
  out["all"] = comparisons.size();
  return out;
}

std::string scenario_link(const Comparison& comparison) {
  std::string link = "/scenario?name=" + percent_encode(comparison.scenario);
  const std::string parameters = harness::to_string(comparison.parameters);
  if (!parameters.empty()) link += "&parameters=" + percent_encode(parameters);
  return link + "&before=" + percent_encode(comparison.before.variant.name) +
         "&after=" + percent_encode(comparison.after.variant.name);
}

std::string to_text(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace web::api
