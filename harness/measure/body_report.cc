#include "harness/measure/body_report.h"

#include "harness/measure/registry.h"

namespace harness::measure {
namespace {

// A counter is a double and holds 53 bits, so a checksum takes two.
constexpr int kHalfBits = 32;
constexpr const char* kChecksumHigh = "tandem checksum, high half";
constexpr const char* kChecksumLow = "tandem checksum, low half";

constexpr const char* kInvoluntary = "tandem involuntary switches";
constexpr const char* kVoluntary = "tandem voluntary switches";
constexpr const char* kMinor = "tandem minor faults";
constexpr const char* kMajor = "tandem major faults";

std::optional<double> take(benchmark::State& state, const char* name) {
  const auto found = state.counters.find(name);
  if (found == state.counters.end()) return std::nullopt;
  const double value = found->second.value;
  state.counters.erase(found);
  return value;
}

std::int64_t take_count(benchmark::State& state, const char* name) {
  return static_cast<std::int64_t>(take(state, name).value_or(0));
}

std::uint64_t take_checksum(benchmark::State& state) {
  const auto high = static_cast<std::uint64_t>(take_count(state, kChecksumHigh));
  const auto low = static_cast<std::uint64_t>(take_count(state, kChecksumLow));
  return (high << kHalfBits) | low;
}

std::optional<ResourceUsage> take_usage(benchmark::State& state) {
  if (!state.counters.contains(kInvoluntary)) return std::nullopt;
  return ResourceUsage{.involuntary_switches = take_count(state, kInvoluntary),
                       .voluntary_switches = take_count(state, kVoluntary),
                       .minor_faults = take_count(state, kMinor),
                       .major_faults = take_count(state, kMajor)};
}

}  // namespace

void report_checksum(benchmark::State& state, std::uint64_t checksum) {
  state.counters[kChecksumHigh] = static_cast<double>(checksum >> kHalfBits);
  state.counters[kChecksumLow] = static_cast<double>(checksum & 0xffffffff);
}

void report_metric(benchmark::State& state, std::string_view name, double total) {
  state.counters[std::string(name)] = total;
}

void report_usage(benchmark::State& state, const ResourceUsage& usage) {
  state.counters[kInvoluntary] = static_cast<double>(usage.involuntary_switches);
  state.counters[kVoluntary] = static_cast<double>(usage.voluntary_switches);
  state.counters[kMinor] = static_cast<double>(usage.minor_faults);
  state.counters[kMajor] = static_cast<double>(usage.major_faults);
}

BodyReport take_report(benchmark::State& state, const std::vector<Metric>& metrics) {
  BodyReport report{.checksum = take_checksum(state), .usage = take_usage(state)};
  const std::int64_t items = state.items_processed();
  report.items = static_cast<double>(items > 0 ? items : state.iterations());
  for (const Metric& metric : metrics) {
    const auto found = state.counters.find(metric.name);
    if (found != state.counters.end()) report.metrics.emplace_back(metric.name, found->second.value);
  }
  return report;
}

}  // namespace harness::measure
