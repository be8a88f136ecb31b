// The check for a limit on this process's CPU time, as containers and services have it.
#include "harness/machine/cgroup.h"
#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

constexpr const char* kRemedy =
    "Start the container without --cpus (choose CPUs with --cpuset-cpus instead), or "
    "`sudo systemctl set-property UNIT CPUQuota=`.";

double throttled_just_now(const Circumstances& circumstances) {
  const auto& watched = circumstances.watched;
  return watched ? watched->last.throttled - watched->first.throttled : 0;
}

std::string periods(double count) { return std::to_string(static_cast<long long>(count)) + " periods"; }

}  // namespace

Found check_cpu_quota(const Circumstances& circumstances) {
  const auto limit = cpu_limit(circumstances.files);
  if (!limit) {
    return {"", Suitability::CannotTell, "The kernel does not tell which control group this process is in.",
            "/proc/self/cgroup", "Mount /proc in this container."};
  }
  const auto found = [&limit](Suitability verdict, const std::string& evidence) {
    return Found{"", verdict, evidence, limit->source, kRemedy};
  };
  if (const double now = throttled_just_now(circumstances); now > 0) {
    return found(Suitability::WillSpoil, "This process's control group was throttled in " + periods(now) +
                                             " just now: its programs stand still for tens of milliseconds.");
  }
  // Below one CPU even a lone worker meets its limit in every period of 100 ms.
  if (limit->cpus && *limit->cpus < 1) {
    return found(Suitability::WillSpoil, "This process may use " + decimal(*limit->cpus) +
                                             " CPUs' time: a worker that runs is stopped in every period.");
  }
  if (limit->cpus && *limit->cpus < static_cast<double>(circumstances.allowed_cpus.size())) {
    return found(Suitability::MayDisturb,
                 "This process may use " + decimal(*limit->cpus) + " CPUs' time on " +
                     cpus(circumstances.allowed_cpus.size()) + ": scenarios of several threads may be stopped.");
  }
  if (limit->throttled > 0) {
    return found(Suitability::MayDisturb,
                 "This process's control group has been throttled in " + periods(limit->throttled) + " so far.");
  }
  return fine("No control group limits the CPU time of this process.", limit->source);
}

}  // namespace harness::machine
