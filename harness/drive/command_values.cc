#include "harness/drive/command_values.h"

#include <limits>

namespace harness::drive {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double nanoseconds_of(const timeval& time) {
  return 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
}

double max_rss(const rusage& usage) {
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  return usage.ru_maxrss > own.ru_maxrss ? 1024.0 * static_cast<double>(usage.ru_maxrss) : kNan;
}

void add(std::vector<Metric>& metrics, std::initializer_list<std::string_view> names, const std::string& unit) {
  for (const std::string_view name : names) metrics.push_back({std::string(name), unit});
}

}  // namespace

std::vector<Metric> command_metrics(CommandDesign design) {
  std::vector<Metric> metrics;
  if (design == CommandDesign::Alternate) add(metrics, {kWallTime}, "ns");
  add(metrics, {kCpuTime, kUserTime, kSystemTime}, "ns");
  add(metrics, {kInvoluntarySwitches, kVoluntarySwitches, kMinorFaults, kMajorFaults}, "count");
  add(metrics, {kMaxRss}, "bytes");
  return metrics;
}

std::vector<double> command_values(CommandDesign design, const CommandRun& run) {
  const rusage& usage = run.end()->usage;
  const double user = nanoseconds_of(usage.ru_utime);
  const double system = nanoseconds_of(usage.ru_stime);
  std::vector<double> values;
  if (design == CommandDesign::Alternate) values.push_back(run.wall_time());
  for (const double time : {user + system, user, system}) values.push_back(time);
  for (const long count : {usage.ru_nivcsw, usage.ru_nvcsw, usage.ru_minflt, usage.ru_majflt}) {
    values.push_back(static_cast<double>(count));
  }
  values.push_back(max_rss(usage));
  return values;
}

std::vector<Metric> benchmark_metrics(CommandDesign design) {
  std::vector<Metric> metrics;
  if (design == CommandDesign::Alternate) add(metrics, {kWallTime}, "ns");
  add(metrics, {kCpuTime}, "ns");
  add(metrics, {kInvoluntarySwitches, kVoluntarySwitches}, "count");
  return metrics;
}

std::vector<double> benchmark_values(CommandDesign design, const BenchmarkResult& result, const CommandRun& run) {
  const rusage& usage = run.end()->usage;
  std::vector<double> values;
  if (design == CommandDesign::Alternate) values.push_back(result.wall_time);
  values.push_back(result.cpu_time);
  for (const long count : {usage.ru_nivcsw, usage.ru_nvcsw}) values.push_back(static_cast<double>(count));
  return values;
}

}  // namespace harness::drive
