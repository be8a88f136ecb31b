#include "web/api/json.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "web/api/query.h"
#include "web/api/text.h"

namespace web::api {
namespace {

using harness::Comparison;
using harness::Verdict;

constexpr std::array kVerdicts = {Verdict::Improved,  Verdict::Regressed, Verdict::Unchanged,
                                  Verdict::Undecided, Verdict::Mixed,     Verdict::Invalid};

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json interval_json(const std::optional<harness::Interval>& interval) {
  if (!interval) return nullptr;
  return Json::array({number(interval->low), number(interval->high)});
}

// "median" -> median_speedup, median_speedup_interval, median_change_percent
void put_speedup(Json& to, const std::string& name, const std::optional<harness::Speedup>& speedup,
                 harness::Direction direction) {
  to[name + "_speedup"] = speedup ? number(speedup->ratio) : Json(nullptr);
  to[name + "_speedup_interval"] = speedup ? interval_json(speedup->interval) : Json(nullptr);
  to[name + "_change_percent"] = speedup ? number(harness::change_percent(speedup->ratio, direction)) : Json(nullptr);
}

void put_speedup_text(Json& to, const std::string& name, const std::optional<harness::Speedup>& speedup,
                      harness::Direction direction) {
  if (!speedup || !std::isfinite(speedup->ratio)) return;
  to[name + "_speedup"] = speedup_text(speedup->ratio);
  to[name + "_change"] = change_text(harness::change_percent(speedup->ratio, direction));
  if (speedup->interval) to[name + "_interval"] = interval_text(*speedup->interval);
}

void put_quantity_text(Json& to, const std::string& name, const std::optional<double>& value, const std::string& unit) {
  if (value && std::isfinite(*value)) to[name] = quantity_text(*value, unit);
}

Json text_json(const Comparison& comparison) {
  Json text = Json::object();
  put_speedup_text(text, "median", comparison.median, comparison.metric.direction);
  put_speedup_text(text, "mean", comparison.mean, comparison.metric.direction);
  put_quantity_text(text, "before_median", comparison.before_median, comparison.metric.unit);
  put_quantity_text(text, "after_median", comparison.after_median, comparison.metric.unit);
  put_quantity_text(text, "before_mean", comparison.before_mean, comparison.metric.unit);
  put_quantity_text(text, "after_mean", comparison.after_mean, comparison.metric.unit);
  if (comparison.reported) text["reported_speedup"] = speedup_text(comparison.reported->speedup);
  if (comparison.noise_floor) text["noise_floor"] = share_text(*comparison.noise_floor);
  if (comparison.minimum_detectable_effect) {
    text["minimum_detectable_effect"] = share_text(*comparison.minimum_detectable_effect);
  }
  text["tolerance"] = share_text(comparison.tolerance);
  text["confidence"] = share_text(comparison.confidence);
  return text;
}

Json variant_json(const harness::TrialVariant& variant) {
  return {{"variant", variant.variant.name},
          {"role", harness::to_string(variant.variant.role)},
          {"build",
           {{"program", variant.build.program},
            {"revision", variant.build.revision},
            {"compiler", variant.build.compiler},
            {"flags", variant.build.flags},
            {"allocator", variant.build.allocator},
            {"sha256", variant.build.sha256}}}};
}

int count(const std::vector<Comparison>& comparisons, Verdict verdict) {
  return static_cast<int>(std::count_if(comparisons.begin(), comparisons.end(),
                                        [&](const Comparison& each) { return each.verdict == verdict; }));
}

}  // namespace

Json to_json(const harness::Run& run) {
  return {{"id", run.id},
          {"kind", harness::to_string(run.kind)},
          {"state", harness::to_string(run.state)},
          {"started_at", run.started_at},
          {"finished_at", run.finished_at.empty() ? Json(nullptr) : Json(run.finished_at)},
          {"seed", std::to_string(run.seed)},  // 64 bits: more than a JavaScript number holds
          {"preset", run.preset},
          {"harness_version", run.harness_version},
          {"command_line", run.command_line},
          {"elapsed_seconds", number(run.elapsed_seconds)},
          {"batch_seconds", number(run.batch_seconds)},
          {"text", {{"elapsed", seconds_text(run.elapsed_seconds)}, {"batches", seconds_text(run.batch_seconds)}}}};
}

Json to_json(const harness::Machine& machine) {
  return {{"fingerprint", machine.fingerprint}, {"cpu_model", machine.cpu_model},
          {"cores", machine.cores},             {"memory_bytes", machine.memory_bytes},
          {"kernel", machine.kernel},           {"hypervisor", machine.hypervisor},
          {"clock_source", machine.clock_source}, {"governor", machine.governor},
          {"notes", machine.notes}};
}

Json to_json(const results::store::RunOverview& overview) {
  Json out = to_json(overview.run);
  out["trials"] = overview.trials;
  out["counts"] = {{"improved", overview.improved},   {"regressed", overview.regressed},
                   {"unchanged", overview.unchanged}, {"undecided", overview.undecided},
                   {"mixed", overview.mixed},         {"invalid", overview.invalid}};
  return out;
}

Json to_json(const Comparison& comparison) {
  const harness::Metric& metric = comparison.metric;
  Json out = {{"scenario", comparison.scenario},
              {"parameters", harness::to_string(comparison.parameters)},
              {"before", variant_json(comparison.before)},
              {"after", variant_json(comparison.after)},
              {"metric",
               {{"name", metric.name}, {"unit", metric.unit}, {"direction", harness::to_string(metric.direction)}}},
              {"launch_pairs", comparison.launch_pairs},
              {"before_median", number(comparison.before_median)},
              {"after_median", number(comparison.after_median)},
              {"before_mean", number(comparison.before_mean)},
              {"after_mean", number(comparison.after_mean)}};
  put_speedup(out, "median", comparison.median, metric.direction);
  put_speedup(out, "mean", comparison.mean, metric.direction);
  put_speedup(out, "decision", comparison.decision, metric.direction);
  out["confidence"] = number(comparison.confidence);
  out["tolerance"] = number(comparison.tolerance);
  out["noise_floor"] = number(comparison.noise_floor);
  out["minimum_detectable_effect"] = number(comparison.minimum_detectable_effect);
  out["launch_pairs_needed"] = comparison.launch_pairs_needed ? Json(*comparison.launch_pairs_needed) : Json(nullptr);
  out["verdict"] = harness::to_string(comparison.verdict);
  out["rule"] = comparison.rule;
  if (comparison.reported) {
    const harness::Reported& reported = *comparison.reported;
    out["reported"] = {{"source", reported.source}, {"metric", reported.metric}, {"speedup", number(reported.speedup)},
                       {"note", reported.note}};
  }
  if (comparison.failure) {
    const harness::Failure& failure = *comparison.failure;
    out["failure"] = {{"stage", harness::to_string(failure.stage)}, {"variant", failure.variant},
                      {"message", failure.message}, {"stderr_tail", failure.stderr_tail}};
  }
  out["warnings"] = comparison.warnings;
  out["text"] = text_json(comparison);
  out["link"] = scenario_link(comparison);
  return out;
}

Json counts_json(const std::vector<Comparison>& comparisons) {
  Json out = Json::object();
  for (const Verdict verdict : kVerdicts) out[std::string(harness::to_string(verdict))] = count(comparisons, verdict);
  out["all"] = comparisons.size();
  return out;
}

std::string counts_text(const std::vector<Comparison>& comparisons) {
  std::string out;
  for (const Verdict verdict : kVerdicts) {
    const int number = count(comparisons, verdict);
    if (number == 0) continue;
    out += (out.empty() ? "" : ", ") + std::to_string(number) + " " + std::string(harness::to_string(verdict));
  }
  return out.empty() ? "nothing was compared" : out + " of " + std::to_string(comparisons.size());
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
