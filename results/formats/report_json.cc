#include "results/formats/report_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/model/recording_json.h"
#include "harness/model/scenario_json.h"
#include "harness/model/utf8.h"
#include "harness/stats/canary.h"
#include "results/formats/claims.h"
#include "results/formats/embedded_schema.h"
#include "results/formats/trust.h"

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Speedup;
using Json = nlohmann::ordered_json;

// The largest integer up to which every integer is a double, and so a JavaScript number.
constexpr std::uint64_t kMostExactInteger = 1ull << 53;

Json text(std::string_view raw) { return harness::valid_utf8(raw); }

Json text_or_null(std::string_view raw) { return raw.empty() ? Json() : text(raw); }

Json texts(const std::vector<std::string>& raw) {
  Json list = Json::array();
  for (const std::string& one : raw) list.push_back(text(one));
  return list;
}

Json integer(std::uint64_t value) { return value <= kMostExactInteger ? Json(value) : Json(std::to_string(value)); }

Json parameters(const harness::Parameters& raw) {
  harness::Parameters clean;
  for (const auto& [name, value] : raw.values()) {
    const auto* word = std::get_if<std::string>(&value);
    clean.add(harness::valid_utf8(name), word ? harness::ParameterValue(harness::valid_utf8(*word)) : value);
  }
  return harness::parameters_to_json(clean);
}

Json build_to_json(const harness::Build& build) {
  return {{"program", text(build.program)}, {"revision", text(build.revision)},   {"compiler", text(build.compiler)},
          {"flags", text(build.flags)},     {"allocator", text(build.allocator)}, {"sha256", text(build.sha256)}};
}

Json variant_to_json(const harness::TrialVariant& variant) {
  return {{"variant", text(variant.variant.name)},
          {"role", harness::to_string(variant.variant.role)},
          {"build", build_to_json(variant.build)}};
}

Json metric_to_json(const harness::Metric& metric) {
  return {
      {"name", text(metric.name)}, {"unit", text(metric.unit)}, {"direction", harness::to_string(metric.direction)}};
}

Json failure_to_json(const harness::Failure& failure) {
  return {{"stage", harness::to_string(failure.stage)},
          {"variant", text_or_null(failure.variant)},
          {"message", text(failure.message)},
          {"stderr_tail", text(failure.stderr_tail)}};
}

Json reported_to_json(const harness::Reported& reported, harness::Direction direction) {
  return {{"source", text(reported.source)},
          {"metric", text(reported.metric)},
          {"speedup", number_to_json(reported.speedup)},
          {"change_percent", number_to_json(harness::change_percent(reported.speedup, direction))},
          {"note", text(reported.note)},
          {"variant", text_or_null(reported.variant)},
          {"caveat", text_or_null(reported.caveat)}};
}

Json interval_to_json(const std::optional<harness::Interval>& interval) {
  if (!interval || !std::isfinite(interval->low) || !std::isfinite(interval->high)) return {};
  return Json::array({interval->low, interval->high});
}

// The interval of the change in percent, its lower end first; a larger speedup is a smaller time.
Json change_interval_to_json(const std::optional<harness::Interval>& interval, harness::Direction direction) {
  if (!interval) return {};
  const double one = harness::change_percent(interval->low, direction);
  const double other = harness::change_percent(interval->high, direction);
  return interval_to_json(harness::Interval{std::min(one, other), std::max(one, other)});
}

// median_speedup, median_speedup_interval, median_change_percent, median_change_percent_interval
void add_speedup(Json& json, const std::string& name, const std::optional<Speedup>& speedup,
                 harness::Direction direction) {
  const auto interval = speedup ? speedup->interval : std::nullopt;
  json[name + "_speedup"] = speedup ? number_to_json(speedup->ratio) : Json();
  json[name + "_speedup_interval"] = interval_to_json(interval);
  json[name + "_change_percent"] =
      speedup ? number_to_json(harness::change_percent(speedup->ratio, direction)) : Json();
  json[name + "_change_percent_interval"] = change_interval_to_json(interval, direction);
}

Json other_metric_to_json(const harness::MetricSpeedup& other) {
  Json json = {{"metric", metric_to_json(other.metric)}};
  add_speedup(json, "median", other.median, other.metric.direction);
  return json;
}

Json estimates_to_json(const std::vector<harness::LaunchPairEstimate>& estimates) {
  Json list = Json::array();
  for (const auto& estimate : estimates) {
    list.push_back({{"before_median", number_to_json(estimate.before_median)},
                    {"after_median", number_to_json(estimate.after_median)},
                    {"before_mean", number_to_json(estimate.before_mean)},
                    {"after_mean", number_to_json(estimate.after_mean)},
                    {"log_speedup", number_to_json(estimate.log_speedup)}});
  }
  return list;
}

template <class Number>
Json maybe(const std::optional<Number>& value) {
  return value ? number_to_json(static_cast<double>(*value)) : Json();
}

std::string why_no_figure(const Comparison& comparison) {
  if (comparison.failure) return "the measurement is invalid: " + harness::valid_utf8(comparison.failure->message);
  if (comparison.verdict == harness::Verdict::Invalid) return "the measurement is invalid";
  if (comparison.recorded) return "recorded results do not give it";
  if (comparison.launch_pairs == 0) return "no launch pair was measured";
  return "the measurement gave no finite number";
}

std::string why_absent(const std::string& key, const Comparison& comparison) {
  const bool only_undecided = key == "minimum_detectable_effect" || key == "launch_pairs_needed";
  if (only_undecided && comparison.verdict != harness::Verdict::Undecided) return "only said of undecided comparisons";
  if (comparison.recorded) return why_no_figure(comparison);
  if (key == "noise_floor") return "this machine has not been calibrated for this scenario";
  if (key.ends_with("_interval") && comparison.median && std::isfinite(comparison.median->ratio)) {
    return std::to_string(comparison.launch_pairs) +
           (comparison.launch_pairs == 1 ? " launch pair gives" : " launch pairs give") +
           " no interval at this confidence";
  }
  return why_no_figure(comparison);
}

// A sentence for each figure that is null. Texts and objects that a comparison may lack need none.
Json absent(const Json& json, const Comparison& comparison) {
  Json reasons = Json::object();
  for (const auto& [key, value] : json.items()) {
    const bool figure = key != "other_metric" && key != "reported" && key != "failure";
    if (value.is_null() && figure) reasons[key] = why_absent(key, comparison);
  }
  return reasons;
}

Json totals_to_json(const std::vector<Comparison>& comparisons) {
  using harness::Verdict;
  Json totals = {{"comparisons", comparisons.size()}};
  for (const Verdict verdict : {Verdict::Improved, Verdict::Regressed, Verdict::Unchanged, Verdict::Undecided,
                                Verdict::Mixed, Verdict::Invalid}) {
    totals[std::string(harness::to_string(verdict))] = std::ranges::count(comparisons, verdict, &Comparison::verdict);
  }
  return totals;
}

// What was known beforehand of a canary, and what the method made of it.
Json canary_to_json(const Comparison& canary) {
  const bool aa = canary.after.work_factor == 1;
  return {{"kind", aa ? "aa" : "slowdown"},
          {"work_factor", number_to_json(canary.after.work_factor)},
          {"found", aa ? Json() : Json(harness::stats::slowdown_found(canary))},
          {"comparison", comparison_to_json(canary)}};
}

Json suite_to_json(const std::optional<SuiteOverview>& overview) {
  if (!overview) return {};
  const auto& [speedup, balance, confidence] = *overview;
  return {{"speedup", number_to_json(speedup.speedup.ratio)},
          {"speedup_interval", interval_to_json(speedup.speedup.interval)},
          {"confidence", number_to_json(confidence)},
          {"comparisons", speedup.comparisons},
          {"left_out", texts(speedup.left_out)},
          {"faster", balance.faster},
          {"slower", balance.slower},
          {"sign_p", number_to_json(balance.p)},
          {"one_sided", balance.one_sided}};
}

}  // namespace

Json number_to_json(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json run_to_json(const harness::Run& run) {
  return {{"id", text(run.id)},
          {"kind", harness::to_string(run.kind)},
          {"started_at", text(run.started_at)},
          {"finished_at", text_or_null(run.finished_at)},
          {"seed", integer(run.seed)},
          {"state", harness::to_string(run.state)},
          {"preset", text_or_null(run.preset)},
          {"harness_version", text(run.harness_version)},
          {"command_line", text(run.command_line)},
          {"rule", text_or_null(run.rule)},
          {"batch_seconds", number_to_json(run.batch_seconds)},
          {"elapsed_seconds", number_to_json(run.elapsed_seconds)},
          {"notes", texts(run.notes)}};
}

Json machine_to_json(const harness::Machine& machine) {
  return {{"fingerprint", text(machine.fingerprint)},
          {"cpu_model", text(machine.cpu_model)},
          {"cores", machine.cores},
          {"memory_bytes", integer(machine.memory_bytes)},
          {"kernel", text(machine.kernel)},
          {"hypervisor", text_or_null(machine.hypervisor)},
          {"clock_source", text(machine.clock_source)},
          {"governor", text_or_null(machine.governor)},
          {"notes", texts(machine.notes)}};
}

Json comparison_to_json(const Comparison& comparison) {
  const harness::Direction direction = comparison.metric.direction;
  Json json = {{"scenario", text(comparison.scenario)},          {"parameters", parameters(comparison.parameters)},
               {"before", variant_to_json(comparison.before)},   {"after", variant_to_json(comparison.after)},
               {"unit_of_work", text(comparison.unit_of_work)},  {"metric", metric_to_json(comparison.metric)},
               {"launch_pairs", comparison.launch_pairs},        {"before_median", maybe(comparison.before_median)},
               {"after_median", maybe(comparison.after_median)}, {"before_mean", maybe(comparison.before_mean)},
               {"after_mean", maybe(comparison.after_mean)}};
  add_speedup(json, "median", comparison.median, direction);
  add_speedup(json, "mean", comparison.mean, direction);
  add_speedup(json, "decision", comparison.decision, direction);
  json["other_metric"] = comparison.other_metric ? other_metric_to_json(*comparison.other_metric) : Json();
  json["confidence"] = number_to_json(comparison.confidence);
  json["tolerance"] = number_to_json(comparison.tolerance);
  json["noise_floor"] = maybe(comparison.noise_floor);
  json["minimum_detectable_effect"] = maybe(comparison.minimum_detectable_effect);
  json["launch_pairs_needed"] = comparison.launch_pairs_needed ? Json(*comparison.launch_pairs_needed) : Json();
  json["verdict"] = harness::to_string(comparison.verdict);
  json["rule"] = text(comparison.rule);
  const harness::Reported* const claim = claim_of(comparison);
  json["reported"] = claim != nullptr ? reported_to_json(*claim, direction) : Json();
  json["failure"] = comparison.failure ? failure_to_json(*comparison.failure) : Json();
  json["absent"] = absent(json, comparison);
  if (comparison.recorded) json["recorded"] = harness::recorded_to_json(*comparison.recorded);
  json["warnings"] = texts(comparison.warnings);
  json["estimates"] = estimates_to_json(comparison.estimates);
  return json;
}

Json report_to_json(const harness::Report& report) {
  Json comparisons = Json::array();
  for (const Comparison& comparison : report.comparisons) comparisons.push_back(comparison_to_json(comparison));
  Json canaries = Json::array();
  for (const Comparison& canary : report.canaries) canaries.push_back(canary_to_json(canary));
  return {{"schema", kReportSchema},
          {"run", run_to_json(report.run)},
          {"machine", machine_to_json(report.machine)},
          {"totals", totals_to_json(report.comparisons)},
          {"suite", suite_to_json(overview_of(report))},
          {"doubts", texts(doubts_of(report))},
          {"canaries", std::move(canaries)},
          {"comparisons", std::move(comparisons)}};
}

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string_view report_schema() {
  return std::ranges::find(embedded_files(), std::string_view("report.schema.json"), &EmbeddedFile::name)->content;
}

}  // namespace results::formats
