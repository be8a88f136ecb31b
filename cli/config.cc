#include "cli/config.h"

#include <algorithm>
#include <cstdio>

#include "harness/model/glob.h"

namespace cli {
namespace {

using std::chrono::nanoseconds;

constexpr double kDefaultTolerance = 0.01;  // below it, code layout alone moves most scenarios

// A basic string of TOML: quotes, backslashes and control characters escaped.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04X", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g%%", fraction * 100);
  return text;
}

std::string value_text(const std::string& value) { return quoted(value); }
std::string value_text(std::int64_t value) { return std::to_string(value); }
std::string value_text(double fraction) { return quoted(percent(fraction)); }
std::string value_text(harness::Preset preset) { return quoted(harness::to_string(preset)); }

std::string value_text(nanoseconds duration) {
  constexpr std::pair<std::int64_t, const char*> kUnits[] = {
      {3'600'000'000'000, "h"}, {60'000'000'000, "min"}, {1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}};
  for (const auto& [scale, unit] : kUnits) {
    if (duration.count() % scale == 0) return quoted(std::to_string(duration.count() / scale) + unit);
  }
  return quoted(std::to_string(duration.count()) + "ns");
}

template <class Range, class Text>
std::string listed(char open, const Range& range, char close, Text text) {
  std::string out;
  for (const auto& element : range) out += (out.empty() ? "" : ", ") + text(element);
  return open + out + close;
}

std::string value_text(const std::vector<std::string>& values) { return listed('[', values, ']', quoted); }

std::string value_text(const std::set<harness::Verdict>& verdicts) {
  return listed('[', verdicts, ']', [](harness::Verdict verdict) { return quoted(harness::to_string(verdict)); });
}

std::string value_text(const std::vector<ScenarioTolerance>& tolerances) {
  return listed('{', tolerances, '}', [](const ScenarioTolerance& one) {
    return quoted(one.scenario) + " = " + quoted(percent(one.tolerance));
  });
}

std::string value_text(const std::vector<ProjectWorker>& workers) {
  return listed('[', workers, ']', [](const ProjectWorker& worker) {
    std::string out = "{kind = " + quoted(to_string(worker.kind)) + ", program = " + quoted(worker.program);
    if (!worker.arguments.empty()) out += ", arguments = " + value_text(worker.arguments);
    return out + (worker.name.empty() ? "" : ", name = " + quoted(worker.name)) + "}";
  });
}

std::string value_text(const std::vector<ExpectedChange>& changes) {
  return listed('[', changes, ']', [](const ExpectedChange& change) {
    std::string out = "{scenario = " + quoted(change.scenario) + ", regression = " + quoted(percent(change.regression));
    if (!change.until.empty()) out += ", until = " + change.until;
    return out + ", why = " + quoted(change.why) + "}";
  });
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& name) {
  return std::ranges::any_of(patterns, [&](const auto& pattern) { return harness::matches_glob(pattern, name); });
}

}  // namespace

std::string to_string(const Origin& origin) {
  switch (origin.place) {
    case Origin::Place::Default: return "default";
    case Origin::Place::File: return origin.file + ":" + std::to_string(origin.line);
    case Origin::Place::CommandLine: return "command line";
  }
  return {};
}

std::string_view to_string(WorkerKind kind) {
  switch (kind) {
    case WorkerKind::Tandem: return "tandem";
    case WorkerKind::GoogleBenchmark: return "google_benchmark";
    case WorkerKind::Command: return "command";
  }
  return {};
}

double tolerance_of(const Config& config, const std::string& scenario) {
  double tolerance = kDefaultTolerance;
  for (const auto& one : config.tolerances.value) {
    if (harness::matches_glob(one.scenario, scenario)) tolerance = one.tolerance;
  }
  return tolerance;
}

bool is_measured(const Config& config, const std::string& scenario) {
  const auto& only = config.scenarios_only.value;
  return (only.empty() || matches_any(only, scenario)) && !matches_any(config.scenarios_skip.value, scenario);
}

std::string to_toml(const Config& config) {
  std::string out;
  each_setting(config, [&out](const char* key, const auto& setting) {
    out += std::string(key) + " = " + value_text(setting.value) + "  # " + to_string(setting.origin) + "\n";
  });
  return out;
}

}  // namespace cli
