#include "harness/measure/meters.h"

#include <sys/resource.h>

#include "harness/measure/body_report.h"

namespace harness::measure {

ResourceUsage resource_usage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);  // fails only for a wrong argument
  return {.involuntary_switches = usage.ru_nivcsw,
          .voluntary_switches = usage.ru_nvcsw,
          .minor_faults = usage.ru_minflt,
          .major_faults = usage.ru_majflt};
}

void MeteredLoop::start() {
  if (state_.thread_index() == 0) started_ = resource_usage();
}

void MeteredLoop::stop() {
  if (state_.thread_index() == 0) report_usage(state_, resource_usage() - started_);
}

}  // namespace harness::measure
