// Checks of what other guests on the same host do to this one.
#include <algorithm>

#include "harness/machine/cpu_times.h"
#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

constexpr double kStolen = 0.01;  // of CPU time: as large as the changes we look for
// From here on every second batch of 5 ms is hit by a theft of the length of a scheduler's slice (a few ms): medians
// over rounds no longer step around them.
constexpr double kRobbed = 0.10;

}  // namespace

Found check_virtual_machine(const Circumstances& circumstances) {
  constexpr const char* kSource = "cpuid leaf 0x40000000";
  if (circumstances.hypervisor.empty()) return fine("This is no virtual machine.", kSource);
  return {"", Suitability::MayDisturb,
          "This is a virtual machine (" + circumstances.hypervisor +
              "): its neighbours may slow it down, and it cannot see them.",
          kSource, "Nothing can be done in a guest; a host of one's own, or dedicated CPUs, would end it."};
}

Found check_stolen_time(const Circumstances& circumstances) {
  constexpr const char* kSource = "/proc/stat";
  const CpuTimes since_start = cpu_times(circumstances.files.text(kSource));
  if (since_start.total() <= 0) {
    return {"", Suitability::CannotTell, "The kernel does not tell how its CPU time was spent.", kSource,
            "Mount /proc in this container."};
  }
  double worst = since_start.stolen_share();
  std::string evidence = "The hypervisor has taken " + percent(worst) +
                         " of this machine's CPU time since it was started";
  if (const auto& watched = circumstances.watched) {
    const double now = (cpu_times(watched->last.cpu) - cpu_times(watched->first.cpu)).stolen_share();
    evidence += ", and " + percent(now) + " of " + decimal(watched->seconds) + " s just now";
    worst = now >= kStolen ? now : std::min(worst, kStolen);  // what is over may come back, and is no reason to stop
  } else {
    worst = std::min(worst, kStolen);
  }
  evidence += ".";
  if (worst < kStolen) return fine(evidence, kSource);
  return {"", worst >= kRobbed ? Suitability::WillSpoil : Suitability::MayDisturb, evidence, kSource,
          "Nothing can be done in a guest but to measure at another hour, or on a host with fewer guests."};
}

}  // namespace harness::machine
