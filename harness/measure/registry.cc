#include "harness/measure/registry.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

#include "harness/model/error.h"
#include "harness/model/metric.h"

namespace harness::measure {
namespace {

// Names with a meaning of their own on a sample line.
constexpr std::array<std::string_view, 9> kTakenMetricNames = {kWallTime,          kCpuTime,     kInvoluntarySwitches,
                                                               kVoluntarySwitches, kMinorFaults, kMajorFaults,
                                                               kAutoMetric,        "items",      "checksum"};

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

int count_role(const Scenario& scenario, Role role) {
  return static_cast<int>(std::ranges::count(scenario.variants, role, &Variant::role));
}

template <class Named>
bool has_twins(const std::vector<Named>& named) {
  std::set<std::string_view> names;
  for (const Named& one : named) names.insert(one.name);
  return names.size() != named.size();
}

std::string fault_of_variants(const Scenario& scenario, const std::vector<MakeBody>& bodies) {
  if (bodies.size() != scenario.variants.size()) {
    return "it has " + std::to_string(scenario.variants.size()) + " variants but " + std::to_string(bodies.size()) +
           " bodies";
  }
  if (std::ranges::any_of(bodies, [](const MakeBody& body) { return body == nullptr; })) return "a body is empty";
  if (count_role(scenario, Role::Before) != 1 || scenario.variants.front().role != Role::Before) {
    return "exactly one variant, the first, must be before";
  }
  if (count_role(scenario, Role::After) > 1) return "at most one variant may be after";
  if (has_twins(scenario.variants)) return "two variants have the same name";
  if (std::ranges::any_of(scenario.variants, &std::string::empty, &Variant::name)) return "a variant has no name";
  return "";
}

std::string fault_of_metrics(const Scenario& scenario) {
  for (const Metric& metric : scenario.metrics) {
    if (metric.name.empty()) return "a metric has no name";
    if (std::ranges::count(kTakenMetricNames, metric.name) > 0) {
      return "the metric name " + quoted(metric.name) + " is taken: every worker reports it";
    }
  }
  if (has_twins(scenario.metrics)) return "two metrics have the same name";
  const bool own = std::ranges::count(scenario.metrics, scenario.metric, &Metric::name) > 0;
  if (!own && scenario.metric != kAutoMetric && scenario.metric != kWallTime && scenario.metric != kCpuTime) {
    return "its deciding metric " + quoted(scenario.metric) + " is neither auto nor a metric it has";
  }
  return "";
}

std::vector<std::string> parameter_names(const Parameters& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters.values()) names.push_back(parameter.name);
  return names;
}

bool reads_back(const Parameters& parameters) {
  try {
    return parameters_from_string(to_string(parameters)) == parameters;
  } catch (const Error&) {
    return false;
  }
}

std::string fault_of_points(const Scenario& scenario) {
  if (scenario.points.empty()) return "it has no parameter point; one without parameters is enough";
  const auto names = parameter_names(scenario.points.front().parameters);
  std::set<std::string> seen;
  for (const ParameterPoint& point : scenario.points) {
    const std::string text = to_string(point.parameters);
    if (has_twins(point.parameters.values())) return "the point " + quoted(text) + " names a parameter twice";
    if (!reads_back(point.parameters)) return "the point " + quoted(text) + " does not read back as it is";
    if (parameter_names(point.parameters) != names) return "its points have different parameters";
    if (!seen.insert(text).second) return "the point " + quoted(text) + " stands twice";
  }
  return "";
}

std::string fault_of_head(const Scenario& scenario, const std::vector<RegisteredScenario>& registered) {
  const auto same_name = [&](const RegisteredScenario& other) { return other.description.name == scenario.name; };
  if (scenario.name.empty()) return "it has no name";
  if (std::ranges::any_of(registered, same_name)) return "the name is registered twice";
  if (scenario.unit_of_work.empty()) return "it has no unit of work";
  if (scenario.threads < 1) return "it has no thread";
  return "";
}

std::vector<RegisteredScenario>& registry() {
  static std::vector<RegisteredScenario> scenarios;
  return scenarios;
}

}  // namespace

std::string fault_of(const RegisteredScenario& scenario, const std::vector<RegisteredScenario>& registered) {
  const Scenario& description = scenario.description;
  for (const std::string& fault :
       {fault_of_head(description, registered), fault_of_variants(description, scenario.bodies),
        fault_of_metrics(description), fault_of_points(description)}) {
    if (!fault.empty()) return "the scenario " + quoted(description.name) + " cannot be registered: " + fault;
  }
  return "";
}

Registered register_scenario(RegisteredScenario scenario) {
  const std::string fault = fault_of(scenario, registry());
  if (!fault.empty()) {
    std::fprintf(stderr, "%s\n", fault.c_str());
    std::abort();
  }
  registry().push_back(std::move(scenario));
  return {};
}

const std::vector<RegisteredScenario>& registered_scenarios() { return registry(); }

}  // namespace harness::measure
